/**
 * The cells that must run before a cell, so that it finds the same values as in a run from the top: unsettled
 * cells, and cells whose results other runs have overwritten or changed since. To undo a mutation, the
 * defining cell runs again. This file runs nothing.
 */

import type { CellId, Exec } from '../records/execution-record.ts';
import { GLOBALS, type Location, WHOLE } from '../records/location.ts';
import { isObject } from './read-comparison.ts';
import type { Settlement } from './settlement.ts';
import type { Standing } from './standings.ts';

/** The cells that one cell needs first. */
export interface Needs {
  /** All needed cells. */
  readonly cells: ReadonlySet<CellId>;
  /** Needed cells that must run although they may be settled; includes the cell itself if it loads a module anew. */
  readonly restores: ReadonlySet<CellId>;
  /** For each restoring cell: the first location that it makes anew for the cell. */
  readonly causes: ReadonlyMap<CellId, Location>;
}

/** The effort so far: how often the cell has run in this plan, and which cells ran again to restore their results. */
export interface Effort {
  readonly attempts: number;
  readonly restored: ReadonlySet<CellId>;
}

/** The cells that a cell needs before it runs. `frozen` cells are never needed. */
export function needsOf(
  settlement: Settlement,
  standings: ReadonlyMap<CellId, Standing>,
  cell: CellId,
  effort: Effort,
  frozen: ReadonlySet<CellId>,
): Needs {
  const waits = standings.get(cell)?.waits ?? [];
  const unmet = likelyUnmet(settlement, cell);
  if (waits.length === 0 && unmet.length === 0 && effort.attempts <= 1) return NO_NEEDS;
  const waited = waits.filter((wait) => !frozen.has(wait));
  // (the usual case: each step of a plan asks for all cells)
  if (unmet.length === 0 && effort.attempts <= 1) return { ...NO_NEEDS, cells: new Set(waited) };
  const restores = new Set<CellId>();
  const causes = new Map<CellId, Location>();
  const loaders = new Set<CellId>();
  for (const location of unmet) {
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
  // (a cell that loads the module itself also restores the module's objects)
  const loads = restores.has(cell) && loaders.has(cell);
  for (const each of [...restores]) {
    if (frozen.has(each) || each === cell || (effort.attempts > 1 && effort.restored.has(each)))
      restores.delete(each);
  }
  const cells = new Set([...waited, ...restores]);
  return { cells, restores: loads ? new Set([...restores, cell]) : restores, causes };
}

const NO_NEEDS: Needs = { cells: new Set(), restores: new Set(), causes: new Map() };

/**
 * The reads of a cell that would probably differ from a run from the top. For a cell with a changed text: the
 * names in its text, and the objects read in its last run; without a last run, the objects that its text
 * changes. These may be too few: if the run shows more, the cell runs again.
 */
function likelyUnmet(settlement: Settlement, cell: CellId): readonly Location[] {
  const unmet = settlement.unmet(cell);
  if (settlement.standsAsRan(cell)) return unmet;
  if (unmet.length === 0 && settlement.execution(cell) === null) return unmet;
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
 * Whether the cell needs a new version of an object that no other cell changes: a name that the cell reads
 * stands for the object, or its last run in this plan found a different state. An object without a name most
 * often belongs to the cell, made in its run.
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
 * The cells that bind the names on the cell's way to an object. Cells that ran after the object's last change
 * bound the same object again, so the search goes on through their inputs. The same holds for cells in
 * `restored` that made the last change themselves.
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

/**
 * The cell that must load the module of an object again. Null if no module made the object, or this cell has
 * loaded the module after the object's last change.
 */
function loaderOf(
  settlement: Settlement,
  cell: CellId,
  object: string,
  restored: ReadonlySet<CellId>,
): CellId | null {
  const loader = settlement.modules.loaderOf(object, cell);
  if (loader === null) return null;
  const changed = lastChange(settlement, object);
  const { exec } = settlement.execution(loader) ?? {};
  const isItsOwn = exec === changed && restored.has(loader);
  return isItsOwn || settlement.modules.hasLoadedSince(loader, changed) ? null : loader;
}

/** Whether a cell has run after the execution `changed`, or `changed` was its own restoring run. */
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

/** All cells on which a cell depends, directly or indirectly. */
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
