/**
 * The change of a session's state by a run: new versions for bound names, for names of changed objects, and for
 * names with other common objects than before. Pure.
 */

import { randomUUID } from 'node:crypto';
import { ALL, digestOf, HIDDEN, type KnownState } from './known-state.ts';
import type { RunFacts } from './run-facts.ts';
import type { Looked } from './store-answers.ts';
import type { StateAfter } from './stored-run.ts';

/** Parts of the world without a version: each run finds them alike, or they are compared in another way. */
export const UNVERSIONED: ReadonlySet<string> = new Set([
  'file',
  'modules',
  'Out',
  'display',
  'matplotlib.figure',
]);

export interface Change {
  readonly after: StateAfter;
  /** Names with another value. */
  readonly changed: readonly string[];
  /** Names whose values are stored, a file for each group. */
  readonly values: readonly (readonly string[])[];
  /** Reasons against storing the results. */
  readonly limits: readonly string[];
}

/** The state after a run of a cell with this key. `changed`: names with another value. */
export function stateChange(
  state: KnownState,
  facts: RunFacts,
  looked: Looked,
  key: string,
  without: readonly string[],
): Change {
  const { groups, plain = {}, reached = {}, lost = [], code = [] } = looked;
  const limits: string[] = [];
  const world: Record<string, string> = {};
  const everything = (reason: string): Change => {
    const nonce = randomUUID();
    const names = Object.fromEntries([...facts.bound].map((name) => [name, `${nonce} ${name}`]));
    return {
      after: { names, groups: [], deleted: [...facts.deleted], world: { ...world, [ALL]: nonce } },
      changed: [...facts.bound],
      values: [],
      limits: [reason],
    };
  };
  for (const location of facts.worldWrites) {
    if (!UNVERSIONED.has(location)) world[location] = digestOf([key, 'world', location]);
  }
  if (lost.length > 0) {
    world[HIDDEN] = digestOf([key, HIDDEN, state.world(HIDDEN)]);
    limits.push('it changes objects that no name leads to');
  }
  if (groups === undefined) return everything('there is too much to tell which names share objects');
  if (facts.changesAll) return everything('it may have changed anything');
  const groupOf = new Map(groups.flatMap((group) => group.map((name) => [name, group] as const)));
  for (const name of Object.keys(plain)) groupOf.set(name, [name]);
  const changed = new Set([...facts.bound].filter((name) => groupOf.has(name)));
  for (const names of Object.values(reached)) for (const name of names) changed.add(name);
  const hidden = new Set(without);
  const unseen = [...groupOf.keys()].find((name) => !changed.has(name) && state.version(name) === undefined);
  const lostName = state.names.find(
    (name) => !groupOf.has(name) && !hidden.has(name) && !facts.deleted.has(name),
  );
  const unbound = [...facts.bound].find((name) => !groupOf.has(name) && !facts.deleted.has(name));
  const strange = unseen ?? lostName ?? unbound;
  if (strange !== undefined) return everything(`nobody knows what it does to ${strange}`);
  const names: Record<string, string> = {};
  const touched = new Set<readonly string[]>();
  for (const [name, group] of groupOf) {
    const before = state.version(name);
    const isRegrouped = before !== undefined && !sameNames(state.groupOf(name), group);
    if (changed.has(name)) names[name] = plain[name] ?? digestOf([key, 'name', name]);
    else if (plain[name] !== undefined && plain[name] !== before) names[name] = plain[name];
    else if (isRegrouped) names[name] = digestOf([before, 'regrouped', group]);
    else continue;
    touched.add(group);
  }
  const all = [...touched];
  const ofCode = new Set(code);
  const runs = all.flat().find((name) => ofCode.has(name));
  if (runs !== undefined) limits.push(`${runs} has code of the notebook, which runs again`);
  const simple = all.flat().filter((name) => plain[name] !== undefined && changed.has(name));
  const values = [
    ...all.filter((group) => group.some((name) => plain[name] === undefined && changed.has(name))),
    ...(simple.length > 0 ? [simple] : []),
  ];
  // (what a library sets up while it is loaded is not stored)
  if (looked.modules.length > 0 && values.every((group) => group === simple))
    limits.push('it loads modules, which runs again');
  return {
    after: { names, groups: all, deleted: [...facts.deleted].filter((name) => !groupOf.has(name)), world },
    changed: [...changed],
    values,
    limits,
  };
}

function sameNames(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name, at) => name === others[at]);
}
