/** First errors of notebooks, their positions, and causes of different outputs. */

import { shareHistogram } from '../share-histogram.ts';
import { shareText } from '../shares.ts';
import type { StudyPlot, StudyTable } from '../study.ts';
import { type Observed, wasRun } from './observed.ts';
import { byRun } from './rates.ts';

/** Exceptions by the number of stopped notebooks (Pimentel et al. 2021). */
export function exceptionsTable(results: readonly Observed[]): StudyTable {
  const rows = [...byRun(results)].flatMap(([run, all]) => {
    const failing = all.filter(({ exception }) => exception !== null);
    const ran = all.filter(wasRun).length;
    return counted(failing.map(({ exception }) => exception!)).map(([exception, count]) => {
      const causes = counted(
        failing
          .filter((each) => each.exception === exception)
          .flatMap(({ cause }) => (cause === null ? [] : [cause])),
      );
      const told = causes.map(([cause, number]) => `${cause} ${number}`).join(', ');
      return [run, exception, count, shareText(count, failing.length), shareText(count, ran), told];
    });
  });
  return {
    type: 'table',
    name: 'exceptions',
    title: 'Exceptions',
    definition:
      'By the type of what the first failing cell of a notebook raises; shares of the notebooks that fail, and of those that could ' +
      'be run; and the causes that Sluice names for them. After Pimentel et al. 2021.',
    columns: ['run', 'exception', 'notebooks', 'of failing', 'of all', 'causes'],
    rows,
  };
}

/** Causes of all different outputs. */
export function causesTable(results: readonly Observed[]): StudyTable {
  const rows = [...byRun(results)].flatMap(([run, all]) => {
    const cells = new Map<string, number>();
    for (const { causes } of all)
      for (const [cause, count] of causes) cells.set(cause, (cells.get(cause) ?? 0) + count);
    const total = [...cells.values()].reduce((sum, count) => sum + count, 0);
    const firsts = new Map(counted(all.flatMap(({ cause }) => (cause === null ? [] : [cause]))));
    const bad = [...firsts.values()].reduce((sum, count) => sum + count, 0);
    return [...cells]
      .sort(([, a], [, b]) => b - a)
      .map(([cause, count]) => {
        const first = firsts.get(cause) ?? 0;
        return [run, cause, first, shareText(first, bad), count, shareText(count, total)];
      });
  });
  return {
    type: 'table',
    name: 'causes',
    title: 'Causes',
    definition:
      'Why outputs do not come out the same: of the first such cell of each notebook, and of all cells. A cause is a judgement by ' +
      'slice (docs/reproducing.md).',
    columns: ['run', 'cause', 'notebooks, by their first cell', '%', 'cells', '%'],
    rows,
  };
}

/** The exceptions as bars. */
export function exceptionsPlot(results: readonly Observed[]): StudyPlot {
  const values = results.flatMap(({ run, exception }) => (exception === null ? [] : [{ run, exception }]));
  const common = new Set(
    counted(values.map(({ exception }) => exception))
      .slice(0, 12)
      .map(([name]) => name),
  );
  return {
    type: 'plot',
    title: 'The commonest exceptions',
    definition: 'The twelve commonest types of what the first failing cell raises.',
    spec: {
      data: { values: values.filter(({ exception }) => common.has(exception)) },
      mark: 'bar',
      width: 420,
      encoding: {
        y: { field: 'exception', sort: '-x', title: null },
        x: { aggregate: 'count', title: 'notebooks' },
        color: { field: 'run', title: null, legend: { orient: 'bottom', columns: 1, labelLimit: 400 } },
      },
    },
  };
}

/** The position of the first failure, as a share of the notebook. */
export function failurePlacesPlot(results: readonly Observed[]): StudyPlot {
  const values = results.flatMap(({ run, failedAt }) =>
    failedAt === null ? [] : [{ group: run, share: failedAt }],
  );
  return {
    type: 'plot',
    title: 'How far notebooks come before their first failure',
    definition: 'The share of code cells above the first that fails, of the notebooks that fail.',
    spec: shareHistogram(values, 'cells before the failure', 'notebooks'),
  };
}

function counted(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}
