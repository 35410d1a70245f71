/** How many notebooks run, and how many give their results again, by order, environment and normalisers. */

import { NORMALIZERS } from '../../../../slicer/index.ts';
import { shareHistogram } from '../share-histogram.ts';
import { intervalText, shareText } from '../shares.ts';
import type { StudyPlot, StudyTable } from '../study.ts';
import { comesOutTheSame, type Observed, runsThrough, wasRun } from './observed.ts';

/** Results by run: order, environment, normalisers. */
export function byRun(results: readonly Observed[]): ReadonlyMap<string, readonly Observed[]> {
  const runs = new Map<string, Observed[]>();
  for (const result of results) runs.set(result.run, [...(runs.get(result.run) ?? []), result]);
  return new Map([...runs].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Executions, by order and environment (Pimentel et al. 2021). */
export function ratesTable(results: readonly Observed[]): StudyTable {
  const rows = [...byRun(results)].map(([run, all]) => {
    const ran = all.filter(wasRun);
    const through = ran.filter(runsThrough).length;
    const same = ran.filter(comesOutTheSame).length;
    const exact = ran.filter(({ status }) => status === 'same').length;
    const outputs = sumOf(ran);
    return [
      run,
      all.length,
      ran.length,
      through,
      shareText(through, ran.length),
      intervalText(through, ran.length),
      same,
      shareText(same, ran.length),
      intervalText(same, ran.length),
      exact,
      outputs.total,
      shareText(outputs.same + outputs.normalized, outputs.total),
      shareText(outputs.same, outputs.total),
    ];
  });
  return {
    type: 'table',
    name: 'rates',
    title: 'Notebooks that run, and that give their results again',
    definition:
      'Run through: no cell fails, but for errors that were stored, and none reaches the time limit. Same: every stored output ' +
      'comes out again, with normalisers where they were used; exactly: without. Shares are of the notebooks that could be run ' +
      '(Python, readable, and with cells in that order), with 95 % intervals of Wilson; those of outputs are of all stored outputs. After Pimentel et al. ' +
      '2021, where 22.6–26.1 % run and 4.9–15.0 % are the same.',
    columns: [
      'run',
      'notebooks',
      'could be run',
      'run through',
      '%',
      '95 %',
      'same',
      '%',
      '95 %',
      'exactly',
      'outputs',
      'same %',
      'exactly %',
    ],
    rows,
  };
}

function sumOf(results: readonly Observed[]): { total: number; same: number; normalized: number } {
  const sum = { total: 0, same: 0, normalized: 0 };
  for (const { outputs } of results) {
    sum.total += outputs.total;
    sum.same += outputs.same;
    sum.normalized += outputs.normalized;
  }
  return sum;
}

/** How many notebooks are the same with more and more normalisers (Pimentel et al. 2021). */
export function normalizersTable(results: readonly Observed[]): StudyTable {
  const rows = [...byRun(results)].flatMap(([run, all]) => {
    const ran = all.filter(wasRun);
    const names = ['none', ...NORMALIZERS.map(({ name }) => name)];
    return names.map((name, number) => {
      const allowed = new Set(names.slice(1, number + 1));
      const enough = (needed: readonly string[]) => needed.every((each) => allowed.has(each));
      const same = ran.filter((result) => comesOutTheSame(result) && result.normalizers.every(enough)).length;
      const cells = ran
        .flatMap(({ normalizers }) => normalizers)
        .filter((needed) => needed.includes(name)).length;
      return [run, name, cells, same, shareText(same, ran.length)];
    });
  });
  return {
    type: 'table',
    name: 'normalizers',
    title: 'What normalisers add',
    definition:
      'For each normaliser, from the harmless to the bold: cells that needed it, and notebooks that are the same with it and those ' +
      'above it. docs/reference/normalisers.md says what each takes for the same, and what true difference it can hide.',
    columns: ['run', 'normaliser', 'cells', 'notebooks the same so far', '%'],
    rows,
  };
}

/** For each notebook, the share of stored outputs that come out again. */
export function outputsPlot(results: readonly Observed[]): StudyPlot {
  const values = results
    .filter((result) => wasRun(result) && result.outputs.total > 0)
    .map(({ run, outputs }) => ({ group: run, share: (outputs.same + outputs.normalized) / outputs.total }));
  return {
    type: 'plot',
    title: 'Share of outputs that come out the same, by notebook',
    definition:
      'Notebooks with stored outputs that could be run. All or nothing would hide what lies between.',
    spec: shareHistogram(values, 'outputs that are the same', 'notebooks'),
  };
}
