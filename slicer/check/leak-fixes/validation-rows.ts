/** Fixes choices by test rows: some training rows become validation rows, so that only the last test uses test rows. */

import type { Leak } from '../../leakage/index.ts';
import type { Fix } from '../finding.ts';
import { type Division, divisionsOf } from './division.ts';
import { PageEdits } from './page-edits.ts';
import {
  boundBy,
  mentions,
  type PageStatement,
  renaming,
  simpleStatement,
  statementAt,
  textWith,
  unusedName,
  watchedStatements,
} from './page-statements.ts';

/** The page with validation rows; null: the last test cannot be told from the others. */
export function validationRows(page: readonly PageStatement[], leak: Leak): Fix | null {
  const last = statementAt(page, leak.site);
  const division = divisionsOf(page, leak).at(-1);
  if (last === null || division === undefined) return null;
  const names = validationNames(page, division);
  const edits = new PageEdits();
  const test = new Set(division.parts.map((part) => part.test));
  for (const place of page.slice(division.place.at + 1)) {
    if (place === last || !mentions(place.statement.body, test)) continue;
    // the last test, and results of it, are the report
    if (place.at > last.at || isForLast(place, last, page, leak, test)) continue;
    const { source } = place.cell;
    const renamed = renaming(source, place.statement.body, names);
    const makes = [...boundBy(place)].some((name) => test.has(name));
    if (!makes) edits.replace(place, renamed);
    else if (simpleStatement(place) === null) return null;
    else edits.insertAfter(place, [textWith(source, place.statement, renamed)]);
  }
  edits.insertAfter(division.place, [divisionOf(division, names)]);
  return edits.fix('choose by validation rows, which are taken from the training rows');
}

/** Whether the last test uses the statement's result from test rows: `p = best.predict(X_test)`. */
function isForLast(
  place: PageStatement,
  last: PageStatement,
  page: readonly PageStatement[],
  { path }: Leak,
  test: ReadonlySet<string>,
): boolean {
  const makes = [...boundBy(place)].filter((name) => !test.has(name));
  const judges = watchedStatements(page, path, 'score').includes(place);
  return !judges && simpleStatement(place) !== null && mentions(last.statement.body, new Set(makes));
}

/** By the name of test data: the name of the validation data. */
function validationNames(page: readonly PageStatement[], { parts }: Division): ReadonlyMap<string, string> {
  return new Map(
    parts.map(({ test }) => {
      const plain = /test/i.test(test) ? test.replace(/test/i, 'val') : test.replace(/val(?:id)?/i, 'tune');
      return [test, unusedName(page, plain)];
    }),
  );
}

function divisionOf({ place, call, parts }: Division, names: ReadonlyMap<string, string>): string {
  const divide = place.cell.source.slice(call.callee.from, call.callee.to);
  const targets = parts.flatMap(({ train, test }) => [train, names.get(test)!]);
  const wholes = parts.map(({ train }) => train);
  return `${targets.join(', ')} = ${divide}(${wholes.join(', ')}, random_state=0)`;
}
