/** The tables of `sluice study notebooks`: NBLyzer's (Subotić et al. 2022) and CRABS's (Li et al. 2025), from results of notebooks. */

import {
  bootstrapMean,
  type CellCounts,
  type FlowScore,
  LEAK_KINDS,
  mean,
  median,
  QUESTION_DEPTHS,
  type QuestionDepth,
  quantile,
  sum,
} from '../../../../slicer/index.ts';
import { shareText, withAmounts } from '../shares.ts';
import type { StudyTable } from '../study.ts';
import type { AnalysedNotebook, NotebookMeasures } from './analysed-notebook.ts';

const DEPTHS = Object.keys(QUESTION_DEPTHS) as QuestionDepth[];

/** All tables. `measured`: without copies. `seed`: of the bootstrap. */
export function notebookTables(
  results: readonly AnalysedNotebook[],
  measured: readonly NotebookMeasures[],
  seed: number,
): readonly StudyTable[] {
  const tables = [
    corpusTable(results, measured),
    textTable(measured),
    timeTable(measured),
    cellTable(measured, seed),
    pathTable(measured),
    leakTable(measured),
    ...(measured.some(({ annotated }) => annotated !== null) ? [annotationTable(measured)] : []),
  ];
  return tables.map(withAmounts);
}

function corpusTable(
  results: readonly AnalysedNotebook[],
  measured: readonly NotebookMeasures[],
): StudyTable {
  const causes = new Map<string, number>();
  for (const { cause } of results) if (cause !== null) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  const copies = results.filter(({ measures }) => measures !== null).length - measured.length;
  const cells = sum(measured.map(({ impact }) => impact.cells));
  return {
    type: 'table',
    name: 'corpus',
    title: 'Notebooks',
    definition:
      'Measured: each text once. Failed and timeout: the analysis itself did not come to its end. Cells are code cells with code.',
    columns: ['', 'notebooks', 'cells'],
    rows: [
      ['measured', measured.length, cells],
      ['copy', copies, ''],
      ...[...causes].sort(([, a], [, b]) => b - a).map(([cause, count]) => [cause, count, '']),
    ],
  };
}

const TEXT_ROWS: readonly (readonly [string, (cells: readonly CellCounts[]) => readonly number[]])[] = [
  ['cells per notebook', (cells) => [cells.length]],
  ['cells per notebook that are no Python 3', (cells) => [cells.filter(({ parses }) => !parses).length]],
  ['functions per notebook', (cells) => [sum(cells.map(({ functions }) => functions))]],
  ['classes per notebook', (cells) => [sum(cells.map(({ classes }) => classes))]],
  ['lines per cell', (cells) => cells.map(({ lines }) => lines)],
  ['branches per cell', (cells) => cells.map(({ branches }) => branches)],
  ['names per cell that it binds', (cells) => cells.map(({ bound }) => bound)],
  ['names per cell from outside', (cells) => cells.map(({ unbound }) => unbound)],
];

function textTable(measured: readonly NotebookMeasures[]): StudyTable {
  return {
    type: 'table',
    name: 'characteristics',
    title: 'What the notebooks are like',
    definition:
      'Lines are those that are not blank. Branches: if, for, while, except, case, and x if y else z. Names from outside are read ' +
      'before the cell binds them, builtin ones left out. After Subotić et al. 2022, table 1.',
    columns: ['', 'mean', 'standard deviation', 'median', 'most', 'least'],
    rows: TEXT_ROWS.map(([name, valuesOf]) => {
      const values = measured.flatMap(({ text }) => valuesOf(text));
      const [least, most] = extremes(values);
      return [name, mean(values), deviation(values), median(values), most, least];
    }),
  };
}

/** Milliseconds within which an answer comes at once, without being waited for, and without attention going elsewhere. */
const LIMITS_MS = [20, 100, 1000];

function timeTable(measured: readonly NotebookMeasures[]): StudyTable {
  const rows: (readonly [string, readonly number[]])[] = [
    [
      'the first question about a notebook',
      measured.map(({ impact }) => impact.summariesMs + impact.questionsMs[DEPTHS[0]!][0]!),
    ],
    ...DEPTHS.map(
      (depth) =>
        [
          `a further question, depth ${depth}`,
          measured.flatMap(({ impact }) => impact.questionsMs[depth]),
        ] as const,
    ),
    ...DEPTHS.map(
      (depth) =>
        [
          `all cells of a notebook, depth ${depth}`,
          measured.map(({ impact }) => wholeMs(impact, depth)),
        ] as const,
    ),
    ['leaks of a notebook', measured.map(({ leaksMs }) => leaksMs)],
  ];
  return {
    type: 'table',
    name: 'times',
    title: 'How long it takes',
    definition:
      'Shares of questions, or of notebooks, that take at most so long. The first question has the summaries of all cells in it, and ' +
      'so has all cells of a notebook: each of them as a source once. After Subotić et al. 2022, figures 4 to 9.',
    columns: [
      '',
      ...LIMITS_MS.map((limit) => `${limit} ms`),
      'median, ms',
      '99 %, ms',
      'worst, ms',
      'number',
    ],
    rows: rows.map(([name, times]) => [
      name,
      ...LIMITS_MS.map((limit) => shareText(times.filter((ms) => ms <= limit).length, times.length)),
      median(times),
      quantile(times, 0.99),
      extremes(times)[1],
      times.length,
    ]),
  };
}

/** Each cell as a source, with the summaries. */
export function wholeMs(
  { summariesMs, questionsMs }: NotebookMeasures['impact'],
  depth: QuestionDepth,
): number {
  return summariesMs + sum(questionsMs[depth]);
}

/** For each kind of cell, its share of the cells of a notebook; of fresh and stale ones the mean over all sources. */
export const CELL_SHARES: Readonly<Record<string, (measures: NotebookMeasures) => number>> = {
  isolated: ({ isolated, impact }) => isolated / impact.cells,
  unlinked: ({ unlinked, impact }) => unlinked / impact.cells,
  idle: ({ idle, impact }) => idle / impact.cells,
  fresh: ({ impact }) => impact.fresh / impact.cells ** 2,
  stale: ({ impact }) => impact.stale / impact.cells ** 2,
};

function cellTable(measured: readonly NotebookMeasures[], seed: number): StudyTable {
  return {
    type: 'table',
    name: 'cells',
    title: 'Kinds of cells',
    definition:
      'Percent of the cells of a notebook, means over notebooks with a 95 % bootstrap. Isolated and idle as sluice check has them; ' +
      'unlinked: no value comes from another cell or goes to one, modules aside; fresh and stale after the run of one cell, every cell as that one in turn. Any: notebooks in which there is such a cell ' +
      '(docs/static.md has the definitions). After Subotić et al. 2022.',
    columns: ['', '% of cells', 'low', 'high', 'median', 'any', 'notebooks'],
    rows: Object.entries(CELL_SHARES).map(([name, shareOf]) => {
      const shares = measured.map((each) => 100 * shareOf(each));
      const estimate = bootstrapMean(shares, seed);
      const some = shares.filter((share) => share > 0).length;
      const any = shareText(some, shares.length);
      return [name, estimate.mean, estimate.low, estimate.high, median(shares), any, shares.length];
    }),
  };
}

/** The possible verdicts on a path, in the words of `sluice what-if`. */
export const VERDICTS = ['safe', 'stale', 'undefined', 'leak'] as const;

function pathTable(measured: readonly NotebookMeasures[]): StudyTable {
  return {
    type: 'table',
    name: 'paths',
    title: 'What paths lead to',
    definition:
      'Paths of all questions, the run of the source itself included. Safe: the last cell reads the same values as in a run from the top; ' +
      'stale: something else; undefined: it fails; leak: it completes a data leak.',
    columns: ['depth', 'paths', ...VERDICTS, 'runs, mean', 'longest'],
    rows: DEPTHS.map((depth) => {
      const all = measured.map(({ impact }) => impact.paths[depth]);
      const counts = VERDICTS.map((verdict) => sum(all.map((each) => each[verdict])));
      const paths = sum(counts);
      const runs = sum(all.map((each) => each.runs)) / paths;
      const longest = extremes(all.map((each) => each.longest))[1];
      return [depth, paths, ...counts.map((count) => shareText(count, paths)), runs, longest];
    }),
  };
}

function leakTable(measured: readonly NotebookMeasures[]): StudyTable {
  return {
    type: 'table',
    name: 'leaks',
    title: 'Data leakage',
    definition:
      'Findings of the rules leak-… of sluice check, notes left out, where the cells run in page order.',
    columns: ['', 'notebooks', '%', 'findings'],
    rows: LEAK_KINDS.map((kind) => {
      const counts = measured.map(({ leaks }) => leaks[kind]);
      const some = counts.filter((count) => count > 0).length;
      return [kind, some, shareText(some, counts.length), sum(counts)];
    }),
  };
}

function annotationTable(measured: readonly NotebookMeasures[]): StudyTable {
  const scored = measured.flatMap(({ annotated }) => annotated ?? []);
  const rows = (['flows', 'dependencies'] as const).flatMap((what) =>
    (['lower', 'resolved', 'upper'] as const).map((bound) => {
      const scores = scored.map((each): FlowScore => each[bound][what]);
      const percent = (of: (score: FlowScore) => number) => 100 * mean(scores.map(of));
      return [
        `${what}, ${bound}`,
        percent(({ precision }) => precision),
        percent(({ recall }) => recall),
        percent(({ f1 }) => f1),
        percent(({ accuracy }) => accuracy),
        percent(({ exact }) => (exact ? 1 : 0)),
        scores.length,
      ];
    }),
  );
  return {
    type: 'table',
    name: 'annotations',
    title: 'Agreement with annotations',
    definition:
      'Means over notebooks, in percent: flows of names from cell to cell, and which cell needs which, also through others. Exact: ' +
      'notebooks without a difference. After Li et al. 2025, table 2.',
    columns: ['', 'precision', 'recall', 'F1', 'accuracy', 'exact', 'notebooks'],
    rows,
  };
}

/** There may be more values than a call can have arguments. */
function extremes(values: readonly number[]): readonly [least: number, most: number] {
  return values.reduce<readonly [number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    values.length === 0 ? [Number.NaN, Number.NaN] : [Infinity, -Infinity],
  );
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(sum(values.map((value) => (value - middle) ** 2)) / Math.max(1, values.length - 1));
}
