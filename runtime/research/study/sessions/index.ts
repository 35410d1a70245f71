/**
 * The study of sessions: how well highlights foretell the next cell (Macke et al. 2021), how large slices are, and their cost (Shankar et
 * al. 2022).
 */

import { mean } from '../../../../slicer/index.ts';
import { shareHistogram } from '../share-histogram.ts';
import type { Study, StudyPlot } from '../study.ts';
import type { SessionResult } from './session-result.ts';
import { sessionTables } from './session-tables.ts';

export { type FoundSession, findSessions } from './find-sessions.ts';
export { measureSession } from './measure-session.ts';
export { outsideOf } from './outside.ts';
export type { SessionResult } from './session-result.ts';

/** The study of results. `seed`: of the confidence intervals. */
export function sessionStudy(results: readonly SessionResult[], seed: number, facts: Study['facts']): Study {
  const tables = sessionTables(results, seed);
  const isMeasured = results.some(({ measures }) => measures !== null);
  return {
    title: 'How sessions were worked through, and what slices make of them',
    method: [
      'Each session was played in a plain kernel and then in one with probes, each time in a private copy of the folder of its file; the ' +
        'script of its last output was gathered and run in a new kernel.',
      'A history holds no cells: an input that is at least 80 % similar (Levenshtein) to what a cell held counts as a new version of it.',
    ],
    facts,
    results,
    parts: [...tables, ...(isMeasured ? [ratioPlot(results), sizePlot(results)] : [])],
    sources: [
      'S. Macke, H. Gong, D. J.-L. Lee, A. Head, D. Xin, A. Parameswaran: Fine-grained lineage for safer notebook interactions. PVLDB ' +
        '14(6), 2021. doi:10.14778/3447689.3447712',
      'S. Shankar, S. Macke, S. Chasins, A. Head, A. Parameswaran: Bolt-on, compact, and rapid program slicing for notebooks. PVLDB ' +
        '15(13), 2022.',
      'F. Wilcoxon: Individual comparisons by ranking methods. Biometrics Bulletin 1, 1945.',
    ],
  };
}

function backwardRatios(
  results: readonly SessionResult[],
): { slicer: string; ratio: number; length: number }[] {
  return results.flatMap(({ measures }) => {
    if (measures === null || measures.backward === null) return [];
    const { ours, static: byText } = measures.backward;
    const length = measures.statements;
    return [
      { slicer: 'ours', ratio: ours.statement, length },
      { slicer: 'static', ratio: byText.statement, length },
    ];
  });
}

/** Shankar et al. 2022, figure 5. */
function ratioPlot(results: readonly SessionResult[]): StudyPlot {
  const values = backwardRatios(results).map(({ slicer, ratio }) => ({ group: slicer, share: ratio }));
  return {
    type: 'plot',
    title: 'Sizes of backward slices',
    definition: 'Sessions by the share of their statements in the slice of the last output.',
    spec: shareHistogram(values, 'of the statements', 'sessions'),
  };
}

/** Shankar et al. 2022, figure 6: longer sessions have smaller slices. */
function sizePlot(results: readonly SessionResult[]): StudyPlot {
  const values = backwardRatios(results);
  const usual = mean(values.filter(({ slicer }) => slicer === 'ours').map(({ ratio }) => ratio));
  return {
    type: 'plot',
    title: 'Sizes of backward slices by the length of sessions',
    definition: `One point is one session; the mean of ours is ${usual.toFixed(3)}.`,
    spec: {
      data: { values },
      mark: 'point',
      width: 480,
      encoding: {
        x: { field: 'length', type: 'quantitative', scale: { type: 'log' }, title: 'statements that ran' },
        y: { field: 'ratio', type: 'quantitative', axis: { format: '%' }, title: 'in the slice' },
        color: { field: 'slicer', title: null, legend: { orient: 'bottom' } },
        shape: { field: 'slicer', title: null },
      },
    },
  };
}
