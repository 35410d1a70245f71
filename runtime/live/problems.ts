/** What is wrong with the text of a cell, as pages mark it in editors. Pure. */

import { type CellId, placedGates } from '../../slicer/index.ts';
import type { CoreState } from './core-state.ts';
import type { Problem } from './messages.ts';
import { labelOf } from './notebook-core.ts';

/** The problems of a cell, in order of its text. One that goes over several lines is told for its first. */
export function problemsOf(core: CoreState, cell: CellId): Problem[] {
  const source = core.sources.get(cell) ?? '';
  const lines = source.split('\n');
  const placed = placedGates(core.settlement, core.standings, cell, labelOf(core));
  return placed
    .filter(({ type }) => type !== 'below' || core.orderMode === 'in-order')
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to, reason, opens, sure }) => {
      const line = source.slice(0, from).split('\n').length;
      const start = from - (source.lastIndexOf('\n', from - 1) + 1);
      const text = lines[line - 1] ?? '';
      const message = `${reason}; ${sure ? '' : 'if this is reached, it fails; '}to go on, ${opens}`;
      const end = Math.min(text.length, start + (to - from));
      return { line, text, from: start, to: end, message };
    });
}
