/** Which cells an event reaches at all: those that take what has changed by it, or what such cells give. It judges none of them. */

import type { NotebookEvent } from './event.ts';
import type { PageOrder } from './expected-runs.ts';
import { type After, reachedFrom } from './propagate.ts';
import { standingOf } from './standing.ts';

/** Their places. `before`: the notebook before the event. */
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

/** Whether a cell would find something else after an event than before it. */
export function isTouched(at: number, before: After, after: After): boolean {
  const { cell, reads, needs, source } = after.page.cells[at]!;
  const place = before.page.placeOf(cell);
  if (place < 0 || before.page.cells[place]!.source !== source) return true;
  if (after.state.isWanted(cell) !== before.state.isWanted(cell)) return true;
  const differs = (name: string) => foundBy(before, name, place) !== foundBy(after, name, at);
  return [...reads.keys(), ...needs].some(differs);
}

/** What decides how a cell is judged for a name, as one text. */
function foundBy({ page, state }: After, name: string, at: number): string {
  const value = state.valueOf(name).map(({ cell, time, outdated }) => [cell, time, outdated !== null]);
  const expected = page.expected(name, at).map((place) => page.cells[place]!.cell);
  const definer = state.definerOf(name);
  const isDefined = definer !== undefined && (definer.at >= 0 || page.isBound(name));
  return JSON.stringify([value, expected, isDefined]);
}
