/**
 * The cells that an event reaches: cells that take names changed by the event, or names given by such cells.
 * It judges none of them.
 */

import type { NotebookEvent } from './event.ts';
import type { PageOrder } from './expected-runs.ts';
import type { Run } from './kernel-state.ts';
import { type After, reachedFrom } from './propagate.ts';
import { standingOf } from './standing.ts';

/** Positions of the cells. `before`: the notebook before the event. */
export function reachedBy(event: NotebookEvent, before: PageOrder, after: After): ReadonlySet<number> {
  const { page, state, run } = after;
  if (event.type === 'open') {
    const { stale, fresh } = standingOf(after);
    const unrun = page.cells.filter(({ cell, source }) => source.trim() !== '' && !state.lastRun(cell));
    return new Set([...stale, ...fresh, ...unrun.map(({ cell }) => cell)].map((cell) => page.placeOf(cell)));
  }
  const changed = event.type === 'rename' ? [...event.sources.keys()] : [event.cell];
  const names = changed.flatMap((cell) =>
    [before, page].flatMap((each) => [...(each.cells[each.placeOf(cell)]?.gives ?? [])]),
  );
  const reached = new Set(reachedFrom(names, page));
  for (const cell of changed) {
    const at = page.placeOf(cell);
    if (run === null && at >= 0) reached.add(at);
    else reached.delete(at);
  }
  return reached;
}

/** Whether a cell would find other values after an event than before it. */
export function isTouched(at: number, before: After, after: After): boolean {
  const { cell, reads, needs, source } = after.page.cells[at]!;
  const place = before.page.placeOf(cell);
  if (place < 0 || before.page.cells[place]!.source !== source) return true;
  if (after.state.isWanted(cell) !== before.state.isWanted(cell)) return true;
  const differs = (name: string) =>
    !isSameValue(before.state.valueOf(name), after.state.valueOf(name)) ||
    !isSameExpectation(before.page, place, after.page, at, name) ||
    isDefined(before, name) !== isDefined(after, name);
  return [...new Set([...reads.keys(), ...needs])].some(differs);
}

/** Runs before the event have the same numbers in both states. */
function isSameValue(a: readonly Run[], b: readonly Run[]): boolean {
  if (a.length !== b.length) return false;
  return a.every(({ time, cell, outdated }, i) => {
    const other = b[i]!;
    return time === other.time && cell === other.cell && (outdated === null) === (other.outdated === null);
  });
}

function isSameExpectation(
  a: PageOrder,
  placeInA: number,
  b: PageOrder,
  placeInB: number,
  name: string,
): boolean {
  if (a === b) return true;
  const [inA, inB] = [a.expected(name, placeInA), b.expected(name, placeInB)];
  return (
    inA.length === inB.length && inA.every((place, i) => a.cells[place]!.cell === b.cells[inB[i]!]!.cell)
  );
}

function isDefined({ page, state }: After, name: string): boolean {
  const definer = state.definerOf(name);
  return definer !== undefined && (definer.at >= 0 || page.isBound(name));
}
