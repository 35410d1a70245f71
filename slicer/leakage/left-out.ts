/** Rows left out before a division, by limits that were learned from test rows too: outliers. It divides nothing. */
import type { Fit, Score } from './facts.ts';
import type { Leak } from './leak.ts';
import { fitStep, inOrder, scoreStep, siteKey, wayOf } from './path-steps.ts';
import { isOfTestRows } from './preprocessing.ts';
import type { Learned, Rows } from './rows.ts';

interface LeftOut {
  readonly rows: Rows;
  readonly learned: Learned;
  readonly pairs: { readonly fit: Fit; readonly score: Score }[];
}

/** One leak for each site that leaves out rows by limits which were learned from test rows too. */
export function leftOutLeaks(scores: readonly Score[]): Leak[] {
  const found = new Map<string, LeftOut>();
  for (const score of scores) {
    if (!score.judged) continue;
    const tested = new Set(score.data.rows.flatMap((rows) => rows.way()));
    for (const fit of score.fits) {
      for (const rows of fit.data.rows.flatMap((each) => each.way())) {
        // (where the two sides part, the limit divides them)
        if (!tested.has(rows)) continue;
        const learned = rows.limits.find((each) => tellsSpread(each) && isOfTestRows(each, fit, score));
        if (learned === undefined) continue;
        const key = siteKey(rows.site);
        const known = found.get(key) ?? { rows, learned, pairs: [] };
        found.set(key, known);
        known.pairs.push({ fit, score });
      }
    }
  }
  return [...found.values()].map(leftOut);
}

/** Whether what was learned tells how values are spread; counts and ends of them are no limits of usual values. */
const tellsSpread = ({ what, valuesOnly }: Learned): boolean =>
  !valuesOnly && !/(?:count|counts|size|max|min|nunique|any|all|first|last|transform)$/.test(what);

function leftOut({ learned, rows, pairs }: LeftOut): Leak {
  const path = inOrder([
    ...wayOf(pairs.flatMap(({ fit, score }) => [...fit.data.rows, ...score.data.rows])),
    { site: learned.site, what: 'a limit is learned here, from all rows', watch: ['learned'] },
    { site: rows.site, what: 'rows beyond it are left out here', watch: [] },
    ...pairs.flatMap(({ fit, score }) => [
      fitStep(fit.site, 'a model is trained on the others'),
      scoreStep(score.site, 'and tested here'),
    ]),
  ]);
  const message =
    `rows are left out here by ${learned.what} of all rows, and so test rows that are hard to tell: ` +
    'the score is better than it will be on new data; split first, and leave out training rows only';
  return {
    kind: 'preprocessing',
    note: false,
    site: rows.site,
    message,
    path,
    rowwise: false,
    divided: null,
  };
}
