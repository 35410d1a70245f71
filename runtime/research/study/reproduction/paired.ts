/** Two runs of the same notebooks, in another order of cells or another environment. */

import { shareText } from '../shares.ts';
import type { StudyTable } from '../study.ts';
import { comesOutTheSame, type Observed, runsThrough, wasRun } from './observed.ts';
import { byRun } from './rates.ts';

type Pair = readonly [Observed, Observed];

/** Each two runs over the notebooks that both could run; empty when there is one run. */
export function pairedTable(results: readonly Observed[]): StudyTable {
  const runs = [...byRun(results)];
  const rows = runs.flatMap(([first, all], at) =>
    runs.slice(at + 1).map(([second, others]) => {
      const pairs = pairsOf(all, others);
      return [
        first,
        second,
        pairs.length,
        ...inBoth(pairs, runsThrough),
        ...inBoth(pairs, comesOutTheSame),
        ...[0, 1].map((which) => shareOfOutputs(pairs.map((pair) => pair[which]!))),
      ];
    }),
  );
  return {
    type: 'table',
    name: 'paired',
    title: 'Two runs over the same notebooks',
    definition:
      'Notebooks that could be run in both. Run through, and the same, as above: in both runs, in the first alone, in the second ' +
      'alone. Shares of outputs are of all that these notebooks have stored.',
    columns: [
      'first',
      'second',
      'notebooks',
      'run through in both',
      'first alone',
      'second alone',
      'same in both',
      'first alone',
      'second alone',
      'outputs, first',
      'second',
    ],
    rows,
  };
}

function pairsOf(first: readonly Observed[], second: readonly Observed[]): readonly Pair[] {
  const ran = new Map(first.filter(wasRun).map((each) => [each.file, each]));
  return second.flatMap((other): Pair[] => {
    const one = ran.get(other.file);
    return one === undefined || !wasRun(other) ? [] : [[one, other]];
  });
}

function inBoth(pairs: readonly Pair[], holds: (result: Observed) => boolean): readonly number[] {
  const count = (first: boolean, second: boolean) =>
    pairs.filter(([a, b]) => holds(a) === first && holds(b) === second).length;
  return [count(true, true), count(true, false), count(false, true)];
}

function shareOfOutputs(results: readonly Observed[]): string {
  const sum = (of: (result: Observed) => number) => results.reduce((total, each) => total + of(each), 0);
  return shareText(
    sum(({ outputs }) => outputs.same + outputs.normalized),
    sum(({ outputs }) => outputs.total),
  );
}
