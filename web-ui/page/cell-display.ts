/** The display of cells: collapsed parts (stored in Jupyter's metadata), open text cells. */

import { signal } from '@preact/signals';
import type { CellView } from '../../runtime/index.ts';
import { cellNow, line } from './notebook-state.ts';

/** Text cells with a visible source. */
export const openTexts = signal<ReadonlySet<string>>(new Set());

/** Cells whose outputs are shown in full height. */
export const fullOutputs = signal<ReadonlySet<string>>(new Set());

/** Shows the source of a text cell, or its rendered text. */
export function showSource(id: string, on: boolean): void {
  openTexts.value = withMember(openTexts.peek(), id, on);
}

/** Shows all of the outputs of a cell, or part of long ones. */
export function showFullOutputs(id: string, on: boolean): void {
  fullOutputs.value = withMember(fullOutputs.peek(), id, on);
}

function withMember(set: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> {
  if (set.has(id) === on) return set;
  const changed = new Set(set);
  if (on) changed.add(id);
  else changed.delete(id);
  return changed;
}

/** Whether a part of a cell is collapsed. */
export function isHidden(cell: CellView, part: 'source' | 'outputs'): boolean {
  const { jupyter, collapsed } = cell.metadata;
  const key = part === 'source' ? 'source_hidden' : 'outputs_hidden';
  const hidden =
    typeof jupyter === 'object' && jupyter !== null && (jupyter as Record<string, unknown>)[key] === true;
  return hidden || (part === 'outputs' && collapsed === true);
}

/** Collapses a part of a cell, or shows it again. */
export function toggleHidden(id: string, part: 'source' | 'outputs'): void {
  const cell = cellNow(id);
  if (cell === undefined) return;
  const hide = !isHidden(cell, part);
  const { jupyter, collapsed: _, ...others } = cell.metadata;
  const key = part === 'source' ? 'source_hidden' : 'outputs_hidden';
  const old = typeof jupyter === 'object' && jupyter !== null && !Array.isArray(jupyter) ? jupyter : {};
  const { [key]: __, ...kept } = old as Record<string, never>;
  const inner = hide ? { ...kept, [key]: true } : kept;
  const metadata = Object.keys(inner).length > 0 ? { ...others, jupyter: inner } : others;
  line().send({ op: 'metadata', cell: id, metadata });
}
