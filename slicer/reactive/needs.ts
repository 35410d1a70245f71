/**
 * What has to run before a cell, so that it finds in the kernel what it would find in a run from the top: cells that are not settled,
 * and cells whose work something else has overwritten or changed since (a mutation is run again from its definition). It runs nothing.
 */

import { type CellId, type Exec, GLOBALS, type Location, WHOLE } from '../model.ts';
import { isObject } from './read-comparison.ts';
import type { Settlement, Standing } from './settlement.ts';

/** The cells that one cell needs first. */
export interface Needs {
  /** All of them. */
  readonly cells: ReadonlySet<CellId>;
  /** Those among them that have to run although they may be settled; the cell itself where it loads a module anew. */
  readonly restores: ReadonlySet<CellId>;
  /** What the cell reads that these make anew, each with the first of it. */
  readonly causes: ReadonlyMap<CellId, Location>;
}

/** How hard to try: how often the cell has run in this plan, and which cells ran again for it or others to restore what they made. */
export interface Effort {
  readonly attempts: number;
  readonly restored: ReadonlySet<CellId>;
}

/** What a cell needs before it runs. `frozen` cells are never needed. */
export function needsOf(
  settlement: Settlement,
  standings: ReadonlyMap<CellId, Standing>,
  cell: CellId,
  effort: Effort,
  frozen: ReadonlySet<CellId>,
): Needs {
  const restores = new Set<CellId>();
  const causes = new Map<CellId, Location>();
  const loaders = new Set<CellId>();
  const waits = standings.get(cell)?.waits ?? [];
  const waited = waits.filter((wait) => !frozen.has(wait));
  for (const location of likelyUnmet(settlement, cell)) {
    const expected = settlement.expected.find(location, cell);
    const loader = loaderOf(settlement, cell, location.object, effort.restored);
    // settings are put back before the cell runs
    if (loader === null && settlement.settings.has(location)) continue;
    const restore = (maker: CellId): void => {
      restores.add(maker);
      if (!causes.has(maker)) causes.set(maker, location);
    };
    if (isObject(location.object)) {
      const isShared = expected.length > 0 || loader !== null;
      if (!isShared && !isConcerned(settlement, cell, standings.get(cell) ?? {}, location, effort.attempts))
        continue;
      if (loader !== null) {
        restore(loader);
        loaders.add(loader);
      }
      for (const maker of makersOf(settlement, cell, location.object, effort.restored)) restore(maker);
    }
    for (const writer of expected) restore(writer.cell);
  }
  if (effort.attempts > 1) for (const source of sourcesAbove(standings, cell)) restores.add(source);
  // (a cell that loads the module itself restores what that makes)
  const loads = restores.has(cell) && loaders.has(cell);
  for (const each of [...restores]) {
    if (frozen.has(each) || each === cell || (effort.attempts > 1 && effort.restored.has(each)))
      restores.delete(each);
  }
  const cells = new Set([...waited, ...restores]);
  return { cells, restores: loads ? new Set([...restores, cell]) : restores, causes };
}

/**
 * What a cell is going to read, and would not find as in a run from the top. Of one that has not run as it stands: the names in its text,
 * and of objects what it read when it ran last; else the objects that its text changes. It may need no more than that; when its run shows
 * otherwise, it is tried again.
 */
function likelyUnmet(settlement: Settlement, cell: CellId): readonly Location[] {
  const unmet = settlement.unmet(cell);
  if (settlement.standsAsRan(cell)) return unmet;
  const globals = unmet.filter(({ object }) => object === GLOBALS);
  if (settlement.execution(cell) !== null) {
    const before = settlement.readBefore(cell);
    return [...globals, ...before.filter((location) => !settlement.isMet(location, cell))];
  }
  const changed = new Set(
    [...(settlement.names.of(cell)?.mutates ?? [])].map((name) => settlement.objectOf(name)),
  );
  return unmet.filter(({ object }) => object === GLOBALS || changed.has(object));
}

/**
 * Whether an object that no other cell changes has to be made anew: a name that the cell reads stands for it, or its last run in this plan
 * found it otherwise. An object without a name is most often its own, made in its run.
 */
function isConcerned(
  settlement: Settlement,
  cell: CellId,
  { changes = [] }: Partial<Standing>,
  location: Location,
  attempts: number,
): boolean {
  const { object, field } = location;
  for (const name of settlement.namesRead(cell)) if (settlement.objectOf(name) === object) return true;
  return (
    attempts > 0 &&
    changes.some((change) => change.location.object === object && change.location.field === field)
  );
}

/**
 * The cells that bind the names through which a cell comes to an object; beyond those that have run since it was changed, and left the same
 * object: also those that have `restored` what they make, and changed it themselves then.
 */
function makersOf(
  settlement: Settlement,
  cell: CellId,
  object: string,
  restored: ReadonlySet<CellId>,
): ReadonlySet<CellId> {
  const found = new Set<CellId>();
  const changed = lastChange(settlement, object);
  const seen = new Set<CellId>([cell]);
  const pending = [cell];
  for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
    const names = [...settlement.namesRead(each)];
    const direct = names.filter((name) => settlement.objectOf(name) === object);
    for (const field of direct.length > 0 && each === cell ? direct : names) {
      for (const writer of settlement.expected.find({ object: GLOBALS, field }, each)) {
        if (seen.has(writer.cell)) continue;
        seen.add(writer.cell);
        if (hasRunSince(settlement, writer.cell, changed, restored)) pending.push(writer.cell);
        else found.add(writer.cell);
      }
    }
  }
  return found;
}

/** The cell that loads the module anew that has made an object; null where none has, or the cell has run since somebody changed it. */
function loaderOf(
  settlement: Settlement,
  cell: CellId,
  object: string,
  restored: ReadonlySet<CellId>,
): CellId | null {
  const loader = settlement.modules.loaderOf(object, cell);
  if (loader === null || hasRunSince(settlement, loader, lastChange(settlement, object), restored))
    return null;
  return loader;
}

/** Whether a cell has run after the execution `changed`, or that was its own run, which restored what it makes. */
function hasRunSince(
  settlement: Settlement,
  cell: CellId,
  changed: Exec,
  restored: ReadonlySet<CellId>,
): boolean {
  const { exec = 0 } = settlement.execution(cell) ?? {};
  return exec > changed || (exec === changed && restored.has(cell));
}

/** The last execution that changed an object. */
export function lastChange({ graph }: Settlement, object: string): Exec {
  let last = 0;
  graph.forEachWriter({ object, field: WHOLE }, (index) => {
    last = Math.max(last, graph.node(index).exec);
  });
  return last;
}

/** Every cell that a cell's inputs come from, directly or not. */
export function sourcesAbove(standings: ReadonlyMap<CellId, Standing>, cell: CellId): ReadonlySet<CellId> {
  const found = new Set<CellId>();
  const pending = [cell];
  for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
    for (const source of standings.get(each)?.sources ?? []) {
      if (found.has(source)) continue;
      found.add(source);
      pending.push(source);
    }
  }
  return found;
}
