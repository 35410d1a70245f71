/** The gates of an open notebook's cells, as problems with ranges. Pure. */

import {
  type CellId,
  type CoreState,
  labelOf,
  lineAt,
  type PlacedGate,
  placedGates,
} from '../../../slicer/index.ts';
import type { Problem } from '../messages/problem-messages.ts';

/** The rules with the same meaning, from the text alone. */
const CODES: Readonly<Record<PlacedGate['type'], string>> = {
  syntax: 'syntax-error',
  undefined: 'undefined-name',
  below: 'undefined-name',
  gone: 'undefined-name',
  failed: 'gate',
  asks: 'gate',
};

/** The gates of a cell, in order of its text. */
export function gateProblems(core: CoreState, cell: CellId): Problem[] {
  const source = core.sources.get(cell) ?? '';
  const lines = source.split('\n');
  const placed = placedGates(core.settlement, core.standings, cell, labelOf(core));
  return placed
    .filter(({ type }) => type !== 'below' || core.orderMode === 'in-order')
    .toSorted((a, b) => a.from - b.from)
    .map(({ type, from, to, reason, opens, sure }) => {
      const line = lineAt(source, from);
      const start = from - (source.lastIndexOf('\n', from - 1) + 1);
      const text = lines[line - 1] ?? '';
      const message = `${reason}; ${sure ? '' : 'if this is reached, it fails; '}to go on, ${opens}`;
      const end = Math.min(text.length, start + (to - from));
      const severity = sure ? 'error' : 'warning';
      const place = { cell, line, text, from: start, to: end };
      return {
        code: CODES[type],
        severity,
        ...place,
        message,
        why: null,
        path: [],
        fix: null,
        evidence: null,
        provable: false,
      };
    });
}
