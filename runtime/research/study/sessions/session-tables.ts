/** The tables of `sluice study sessions`: NBSafety's (Macke et al. 2021) and NBSlicer's (Shankar et al. 2022), from results of sessions. */

import {
  bootstrapMean,
  HIGHLIGHTS,
  type Highlight,
  mean,
  median,
  quantile,
  type SliceRatio,
  signedRank,
  sum,
} from '../../../../slicer/index.ts';
import { withAmounts } from '../shares.ts';
import type { StudyTable } from '../study.ts';
import type { SessionMeasures, SessionResult } from './session-result.ts';

const WORDS: Readonly<Record<Highlight, string>> = {
  next: 'the cell below',
  random: 'a random cell',
  stale: 'stale cells',
  fresh: 'fresh cells',
  refresher: 'refreshers',
  'new-fresh': 'new fresh cells',
  'new-refresher': 'new refreshers',
};

/** All tables. `seed`: of the bootstrap. */
export function sessionTables(results: readonly SessionResult[], seed: number): readonly StudyTable[] {
  const measured = results.flatMap(({ measures }) => measures ?? []);
  const tables = [
    corpusTable(results),
    powerTable(measured, seed),
    staleTable(measured),
    ratioTable(measured),
    ratioQuantiles(measured),
    verificationTable(measured),
    overheadTable(measured),
    latencyTable(measured),
    gainTable(measured),
  ];
  return tables.map(withAmounts);
}

function corpusTable(results: readonly SessionResult[]): StudyTable {
  const groups = grouped(results, ({ cause }) => cause ?? 'measured');
  const files = (some: readonly SessionResult[]): number => new Set(some.map(({ file }) => file)).size;
  return {
    type: 'table',
    name: 'corpus',
    title: 'Sessions',
    definition:
      'A session in which more than half of the executions raise in a plain kernel is left out, by the kind of error that prevails.',
    columns: ['', 'sessions', 'files', 'executions'],
    rows: [...groups]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([cause, some]) => [
        cause,
        some.length,
        files(some),
        sum(some.map(({ executions }) => executions)),
      ]),
  };
}

function powerTable(measured: readonly SessionMeasures[], seed: number): StudyTable {
  return {
    type: 'table',
    name: 'predictive-power',
    title: 'Predictive power of highlights',
    definition:
      'Before each execution of a cell that was there already: |N| / |H| when it is one of the highlighted cells H, else 0; N are all cells, and 1 is chance. Means over the executions of a session at which H was not empty, then over sessions, with a 95 % bootstrap over sessions. After Macke et al. 2021, table 2.',
    columns: ['highlighted', 'power', 'low', 'high', 'cells', 'sessions', 'executions'],
    rows: HIGHLIGHTS.map((name) => {
      const sums = measured.map(({ power }) => power[name]).filter(({ count }) => count > 0);
      const power = bootstrapMean(
        sums.map((each) => each.power / each.count),
        seed,
      );
      const cells = mean(sums.map((each) => each.cells / each.count));
      const executions = sum(sums.map(({ count }) => count));
      return [WORDS[name], power.mean, power.low, power.high, cells, sums.length, executions];
    }),
  };
}

function staleTable(measured: readonly SessionMeasures[]): StudyTable {
  const some = measured.filter(({ staleRuns }) => staleRuns > 0);
  return {
    type: 'table',
    name: 'stale-runs',
    title: 'Sessions in which a stale cell was run',
    definition:
      'What such a cell shows may come from values that were out of date. After Macke et al. 2021, section 6.2.',
    columns: ['', 'sessions', 'executions'],
    rows: [
      ['with', some.length, sum(some.map(({ staleRuns }) => staleRuns))],
      ['without', measured.length - some.length, 0],
    ],
  };
}

type Level = keyof SliceRatio;
type Slicer = 'ours' | 'static';

const LEVELS: readonly Level[] = ['statement', 'cell'];

function ratiosOf(
  measured: readonly SessionMeasures[],
  direction: 'backward' | 'forward',
  level: Level,
): readonly (readonly [ours: number, byText: number])[] {
  return measured.flatMap((each) => {
    const found: Readonly<Record<Slicer, SliceRatio>> | null = each[direction];
    return found === null ? [] : [[found.ours[level], found.static[level]] as const];
  });
}

function ratioTable(measured: readonly SessionMeasures[]): StudyTable {
  return {
    type: 'table',
    name: 'slice-ratios',
    title: 'Sizes of slices',
    definition:
      'Backward: of the last execution that showed something, as a share of what had run by then. Forward: the mean over all executions, as a share of the session. The static slicer sees only the text. p: Wilcoxon signed-rank test over sessions, two-sided. After Shankar et al. 2022, table 1.',
    columns: ['slices', 'ours, mean', 'median', 'static, mean', 'median', 'p', 'sessions'],
    rows: (['backward', 'forward'] as const).flatMap((direction) =>
      LEVELS.map((level) => {
        const pairs = ratiosOf(measured, direction, level);
        const [ours, byText] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
        const { p } = signedRank(pairs);
        const shown = p < 0.001 ? p.toExponential(1) : p.toFixed(3);
        const title = `${direction}, ${level}s`;
        return [title, mean(ours), median(ours), mean(byText), median(byText), shown, pairs.length];
      }),
    ),
  };
}

const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9, 1];

function ratioQuantiles(measured: readonly SessionMeasures[]): StudyTable {
  return {
    type: 'table',
    name: 'slice-ratio-quantiles',
    title: 'Distribution of the sizes of slices, by statements',
    definition:
      'The share below which so many of the sessions lie. After Shankar et al. 2022, figures 5 to 7.',
    columns: ['slices', ...QUANTILES.map((q) => `${100 * q} %`)],
    rows: (['backward', 'forward'] as const).flatMap((direction) => {
      const pairs = ratiosOf(measured, direction, 'statement');
      return (['ours', 'static'] as const).map((slicer, which) => {
        const values = pairs.map((pair) => pair[which]!);
        return [`${direction}, ${slicer}`, ...QUANTILES.map((q) => quantile(values, q))];
      });
    }),
  };
}

function verificationTable(measured: readonly SessionMeasures[]): StudyTable {
  const some = measured.filter(({ verification }) => verification !== null);
  const groups = grouped(
    some,
    ({ verification, complete }) => `${verification}, ${complete ? 'complete' : 'not guaranteed'}`,
  );
  return {
    type: 'table',
    name: 'verification',
    title: 'Gathered scripts that were run',
    definition:
      'The script of the last output, in a new kernel and an untouched copy of the folder. Complete and not guaranteed are what the slice says of itself.',
    columns: ['', 'sessions', 'share'],
    rows: [...groups]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([kind, each]) => [kind, each.length, each.length / some.length]),
  };
}

const LENGTHS: readonly (readonly [string, number])[] = [
  ['all', 0],
  ['1 s and more', 1_000],
  ['10 s and more', 10_000],
];

function overheadTable(measured: readonly SessionMeasures[]): StudyTable {
  return {
    type: 'table',
    name: 'overhead',
    title: 'Time with probes, as a multiple of that in a plain kernel',
    definition:
      'Each session was played once in a plain kernel and then once with probes, as seen from outside; analysis is the work on freshness after each cell, which no cell waits for. After Shankar et al. 2022, table 2, and Macke et al. 2021, table 3.',
    columns: ['sessions of', 'median', 'mean', '90 %', 'with analysis, median', 'sessions'],
    rows: LENGTHS.map(([name, least]) => {
      const some = measured.filter(({ ms }) => ms.plain >= least);
      const ratios = some.map(({ ms }) => ms.traced / ms.plain);
      const whole = some.map(({ ms }) => (ms.traced + ms.analysis) / ms.plain);
      return [name, median(ratios), mean(ratios), quantile(ratios, 0.9), median(whole), some.length];
    }),
  };
}

const SIZES = [20, 50, 100, 200, 500, Number.POSITIVE_INFINITY];

function latencyTable(measured: readonly SessionMeasures[]): StudyTable {
  return {
    type: 'table',
    name: 'latency',
    title: 'Time for one slice, and for the state of all cells after an execution, in milliseconds',
    definition:
      'The slice is that of the last output, by statements; states of cells are found after each execution. After Macke et al. 2021, figure 6.',
    columns: ['cells up to', 'slice, median', 'most', 'states, median', 'most', 'sessions'],
    rows: SIZES.flatMap((size, i) => {
      const some = measured.filter(({ cells }) => cells <= size && cells > (SIZES[i - 1] ?? 0));
      if (some.length === 0) return [];
      const slices = some.map(({ ms }) => ms.slice);
      const states = some.map(({ ms, executions }) => ms.analysis / executions);
      const name = Number.isFinite(size) ? size : 'more';
      return [[name, median(slices), Math.max(...slices), median(states), Math.max(...states), some.length]];
    }),
  };
}

function gainTable(measured: readonly SessionMeasures[]): StudyTable {
  return {
    type: 'table',
    name: 'gain',
    title: 'Time of the gathered script, as a share of that of the session',
    definition: 'Both in plain kernels; only scripts that were verified. After Shankar et al. 2022.',
    columns: ['sessions of', 'median', 'mean', 'sessions'],
    rows: LENGTHS.map(([name, least]) => {
      const shares = measured.flatMap(({ ms }) =>
        ms.script === null || ms.plain < least ? [] : [ms.script / ms.plain],
      );
      return [name, median(shares), mean(shares), shares.length];
    }),
  };
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
