/** Finds cells that would fail: they need an unbound name, or are invalid Python. */

import { findUses, parseCell } from '../static/index.ts';
import { lineAt } from '../words/line-at.ts';
import type { Analysis, CellAhead } from './analysis.ts';
import type { CellSummary } from './cell-summary.ts';

export const undefinedAnalysis: Analysis = {
  name: 'undefined',
  verdict: 'undefined',
  judge(step) {
    const { summary, state, page } = step;
    if (summary.brokenLine !== null) {
      return { line: summary.brokenLine, why: 'is no valid Python: nothing of it would run', because: [] };
    }
    // (a run may have bound any name)
    if (state.isOpaque) return null;
    const missing = [...summary.needs].filter((name) => {
      const definer = state.definerOf(name);
      return definer === undefined || (definer.at < 0 && !page.isBound(name));
    });
    const [first] = missing;
    if (first === undefined) return null;
    const lines = missing.map((name) => lineOfUse(summary, name));
    return {
      line: Math.min(...lines),
      why: `needs ${missing.join(', ')}, ${whereFrom(step, first)}`,
      because: [],
    };
  },
};

/** The cells that would bind a name, in words. */
function whereFrom({ page, at, state }: CellAhead, name: string): string {
  if (state.definerOf(name) !== undefined) return 'which no cell defines any more: it fails after a restart';
  const binders = page.cells.flatMap((cell, place) => (cell.binds.has(name) && place !== at ? [place] : []));
  const above = binders.findLast((place) => place < at) ?? binders[0];
  if (above === undefined) return 'which no cell defines';
  return `which ${page.nameOf(above)} would define${above > at ? ', below it' : ''}`;
}

/** The first line that uses a name; 1 if only a called function uses it. */
function lineOfUse({ source }: CellSummary, name: string): number {
  const statements = parseCell(source).statements;
  const [use] = findUses(
    statements.flatMap(({ body }) => body),
    name,
  );
  return use === undefined ? 1 : lineAt(source, use.from);
}
