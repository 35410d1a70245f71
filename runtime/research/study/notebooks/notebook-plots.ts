/** The plots of `sluice study notebooks` (Subotić et al. 2022, figures 4 to 9). */

import { QUESTION_DEPTHS, type QuestionDepth } from '../../../../slicer/index.ts';
import { shareHistogram } from '../share-histogram.ts';
import type { StudyPlot } from '../study.ts';
import type { NotebookMeasures } from './analysed-notebook.ts';
import { CELL_SHARES, VERDICTS, wholeMs } from './notebook-tables.ts';

const DEPTHS = Object.keys(QUESTION_DEPTHS) as QuestionDepth[];
/** The limit of points in a plot; of more points, only every n-th is drawn. */
const MOST_POINTS = 3000;
const STEPS_MS = [0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, 3000, 10_000];

export function notebookPlots(measured: readonly NotebookMeasures[]): readonly StudyPlot[] {
  const byDepth = <T>(of: (depth: QuestionDepth) => readonly T[]) =>
    DEPTHS.map((depth) => [`depth ${depth}`, of(depth)] as const);
  return [
    timesPlot(
      'Time for one question',
      'Each cell of each notebook as the source, the summaries of its cells known.',
      byDepth((depth) => measured.flatMap(({ impact }) => impact.questionsMs[depth])),
      'questions',
    ),
    timesPlot(
      'Time for all cells of a notebook',
      'With the summaries.',
      byDepth((depth) => measured.map(({ impact }) => wholeMs(impact, depth))),
      'notebooks',
    ),
    timesPlot(
      'Time for the leaks of a notebook',
      'One run of the abstract interpreter over all cells in page order.',
      [['leaks', measured.map(({ leaksMs }) => leaksMs)]],
      'notebooks',
    ),
    sizePlot(measured),
    cellsPlot(measured),
    pathsPlot(measured),
  ];
}

/** How many of the times are within each step. */
function timesPlot(
  title: string,
  definition: string,
  groups: readonly (readonly [string, readonly number[]])[],
  things: string,
): StudyPlot {
  const values = groups.flatMap(([group, times]) =>
    STEPS_MS.map((limit) => ({
      group,
      limit,
      share: times.filter((ms) => ms <= limit).length / times.length,
    })),
  );
  return {
    type: 'plot',
    title,
    definition,
    spec: {
      data: { values },
      mark: { type: 'line', point: true },
      width: 420,
      height: 160,
      encoding: {
        x: { field: 'limit', type: 'quantitative', scale: { type: 'log' }, title: 'milliseconds, at most' },
        y: {
          field: 'share',
          type: 'quantitative',
          axis: { format: '%' },
          scale: { domain: [0, 1] },
          title: things,
        },
        color: { field: 'group', title: null, legend: { orient: 'bottom' } },
        strokeDash: { field: 'group', title: null },
      },
    },
  };
}

function sizePlot(measured: readonly NotebookMeasures[]): StudyPlot {
  const step = Math.ceil(measured.length / MOST_POINTS);
  const values = measured
    .filter((_, at) => at % step === 0)
    .map(({ impact }) => ({ cells: impact.cells, ms: Math.max(0.1, wholeMs(impact, 'inf')) }));
  return {
    type: 'plot',
    title: 'Time for all cells of a notebook, by their number',
    definition: `Any depth. One point is one notebook${step > 1 ? `, every ${step}th` : ''}.`,
    spec: {
      data: { values },
      mark: { type: 'point', opacity: 0.4 },
      width: 480,
      encoding: {
        x: { field: 'cells', type: 'quantitative', scale: { type: 'log' }, title: 'cells' },
        y: { field: 'ms', type: 'quantitative', scale: { type: 'log' }, title: 'milliseconds' },
      },
    },
  };
}

function cellsPlot(measured: readonly NotebookMeasures[]): StudyPlot {
  const values = Object.entries(CELL_SHARES).flatMap(([group, shareOf]) =>
    measured.map((measures) => ({ group, share: shareOf(measures) })),
  );
  return {
    type: 'plot',
    title: 'Kinds of cells, by notebook',
    definition:
      'Notebooks by the share of their cells that are such; fresh and stale are means over sources.',
    spec: shareHistogram(values, 'of the cells', 'notebooks'),
  };
}

function pathsPlot(measured: readonly NotebookMeasures[]): StudyPlot {
  const values = DEPTHS.flatMap((depth) =>
    VERDICTS.map((verdict) => ({
      depth,
      verdict,
      paths: measured.reduce((total, { impact }) => total + impact.paths[depth][verdict], 0),
    })),
  );
  return {
    type: 'plot',
    title: 'What paths lead to',
    definition: 'Paths of all questions.',
    spec: {
      data: { values },
      mark: 'bar',
      width: 420,
      encoding: {
        y: { field: 'depth', title: 'depth' },
        x: { field: 'paths', type: 'quantitative', title: 'paths' },
        color: { field: 'verdict', title: null, legend: { orient: 'bottom' }, sort: [...VERDICTS] },
      },
    },
  };
}
