/** Headings that hide the cells below them, up to the next heading of the same level. Stored in cells' metadata as JupyterLab does. */

import { computed, effect } from '@preact/signals';
import type { CellView } from '../../runtime/index.ts';
import { cellNow, cellSignal, line, order } from './notebook-state.ts';

const KEY = 'jp-MarkdownHeadingCollapsed';

/** The level of the heading with which a text cell begins; null: with none. */
export function headingLevel({ type, source }: CellView): number | null {
  if (type !== 'markdown') return null;
  return /^\s*(#{1,6})\s/.exec(source)?.[1]?.length ?? null;
}

/** Whether a cell is a heading that hides the cells below it. */
export function isFolded({ metadata }: CellView): boolean {
  return metadata[KEY] === true;
}

let shown: readonly string[] = [];

/** The ids of cells that no folded heading hides; the same array while nothing changes. */
export const shownOrder = computed<readonly string[]>(() => {
  let hiding = Number.POSITIVE_INFINITY;
  const now = order.value.filter((id) => {
    const cell = cellSignal(id)?.value;
    if (cell === undefined) return false;
    const level = headingLevel(cell);
    if (level !== null && level <= hiding) {
      hiding = isFolded(cell) ? level : Number.POSITIVE_INFINITY;
      return true;
    }
    return hiding === Number.POSITIVE_INFINITY;
  });
  if (now.length !== shown.length || now.some((id, at) => id !== shown[at])) shown = now;
  return shown;
});

/** The cells below a heading, up to the next heading of its level. */
export function cellsUnder(id: string): readonly string[] {
  const ids = order.value;
  const level = headingLevel(cellSignal(id)!.value) ?? 0;
  const rest = ids.slice(ids.indexOf(id) + 1);
  const end = rest.findIndex((one) => {
    const cell = cellSignal(one)?.value;
    return cell !== undefined && (headingLevel(cell) ?? 7) <= level;
  });
  return end < 0 ? rest : rest.slice(0, end);
}

/** Hides the cells below a heading, or shows them. */
export function foldHeading(id: string, on: boolean): void {
  const cell = cellNow(id);
  if (cell === undefined || headingLevel(cell) === null || isFolded(cell) === on) return;
  const { [KEY]: _, ...others } = cell.metadata;
  line().send({ op: 'metadata', cell: id, metadata: on ? { ...others, [KEY]: true } : others });
}

/** Folds or unfolds all headings. */
export function foldAllHeadings(on: boolean): void {
  for (const id of order.peek()) foldHeading(id, on);
}

/** The heading that a cell is below, the nearest above it; null: none. */
export function headingOf(id: string): string | null {
  const ids = order.peek();
  const above = ids.slice(0, ids.indexOf(id) + 1);
  return above.findLast((one) => headingLevel(cellNow(one)!) !== null) ?? null;
}

/** Shows a cell that becomes active (by a link, a search, a key) although a heading hides it. */
export function followFolds(active: { readonly value: string | null }): void {
  effect(() => {
    const id = active.value;
    if (id === null || !order.peek().includes(id) || shownOrder.peek().includes(id)) return;
    const above = order.peek().slice(0, order.peek().indexOf(id));
    for (const one of above)
      if (isFolded(cellNow(one)!) && cellsUnder(one).includes(id)) foldHeading(one, false);
  });
}
