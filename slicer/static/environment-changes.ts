/** The names whose meaning an execution changes: texts with these names need a new analysis. */

import type { FunctionSummary, StaticEnvironment } from './summaries.ts';

/**
 * The words that make a text's analysis differ between two environments, if the text contains one of them:
 * changed functions and methods, functions that use changed ones, names that share objects with other names
 * than before, and names of another module or class. `among`: the only names that may belong to another
 * module or class; null: any may.
 */
export function changedWords(
  before: StaticEnvironment,
  after: StaticEnvironment,
  among: ReadonlySet<string> | null = null,
): ReadonlySet<string> {
  const changed = new Set<string>();
  if (before === after) return changed;
  for (const name of differingKeys(before.functions, after.functions, sameSummary)) {
    addWords(name, before.functions.get(name), changed);
    addWords(name, after.functions.get(name), changed);
  }
  for (const name of differingKeys(before.aliases, after.aliases, sameSet)) changed.add(name);
  for (const name of differingKeys(before.imports, after.imports, Object.is, among)) changed.add(name);
  for (const name of differingKeys(before.kinds, after.kinds, Object.is, among)) changed.add(name);
  if (changed.size === 0) return changed;
  if (before.functions.size === 0 && after.functions.size === 0) return changed;
  const functions = [...before.functions, ...after.functions];
  for (let size = 0; size < changed.size; ) {
    size = changed.size;
    for (const [name, summary] of functions) {
      if (mentions(summary, changed)) addWords(name, summary, changed);
    }
  }
  return changed;
}

function addWords(name: string, summary: FunctionSummary | undefined, words: Set<string>): void {
  words.add(name);
  for (const [method, inner] of summary?.methods ?? []) addWords(method, inner, words);
}

function mentions(summary: FunctionSummary, words: ReadonlySet<string>): boolean {
  const { readings, bodyWrites, bodyMustWrites, bodyDeletes, bodyMutates, calls, bases, methods } = summary;
  const globals = [new Set(readings.keys()), bodyWrites, bodyMustWrites, bodyDeletes, bodyMutates];
  return (
    globals.some((names) => [...names].some((name) => words.has(name))) ||
    calls.some(({ callee }) => words.has(callee)) ||
    bases.some((base) => words.has(base)) ||
    [...methods.values()].some((method) => mentions(method, words))
  );
}

function differingKeys<T>(
  before: ReadonlyMap<string, T> = new Map(),
  after: ReadonlyMap<string, T> = new Map(),
  same: (a: T, b: T) => boolean,
  among: ReadonlySet<string> | null = null,
): string[] {
  if (before === after) return [];
  return [...(among ?? new Set([...before.keys(), ...after.keys()]))].filter((key) => {
    const [a, b] = [before.get(key), after.get(key)];
    return a !== b && (a === undefined || b === undefined || !same(a, b));
  });
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name));
}

function sameSummary(a: FunctionSummary, b: FunctionSummary): boolean {
  return JSON.stringify(a, plainData) === JSON.stringify(b, plainData);
}

/** Sets and maps as JSON, in their order. Another order counts as a change, which only costs time. */
function plainData(_: string, value: unknown): unknown {
  return value instanceof Set || value instanceof Map ? [...value] : value;
}
