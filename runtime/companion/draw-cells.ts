/** Draws the flow of values between the cells that a kernel has seen, as `sluice graph` does. */

import { type CoreState, labelOf } from '../../slicer/index.ts';
import { NotebookFlow } from '../live/index.ts';
import type { FromCompanion } from './companion-messages.ts';
import { fileNamed } from './file-named.ts';

/** The answer to `graph`. */
export function drawCells(core: CoreState): FromCompanion {
  const flow = new NotebookFlow(() => fileNamed());
  const { svg } = flow.answer(core, { ask: 'graph', id: 0, svg: true });
  const label = labelOf(core);
  const names = new Map<string, Set<string>>();
  for (const { from, to, name } of flow.flows(core)) {
    const way = `${label(from)} → ${label(to)}`;
    names.set(way, (names.get(way) ?? new Set()).add(name));
  }
  const lines = [...names].map(([way, found]) => `${way}: ${[...found].join(', ')}`);
  const text = lines.length === 0 ? 'No value goes from cell to cell.' : lines.join('\n');
  return { type: 'answer', text, cells: [], ...(svg === null ? {} : { svg }) };
}
