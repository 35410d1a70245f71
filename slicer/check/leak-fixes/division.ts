/**
 * Reads a statement that divides data: `X_train, X_test, y_train, y_test = train_test_split(X, y)`. It
 * changes nothing.
 */

import type { Leak } from '../../leakage/index.ts';
import type { CallExpression, Expression } from '../../static/syntax.ts';
import { assignmentAt, type PageStatement, watchedStatements } from './page-statements.ts';

/** The two parts of one argument. */
export interface DividedPart {
  readonly whole: Expression;
  readonly train: string;
  readonly test: string;
}

/** A statement that divides, with its parts. */
export interface Division {
  readonly place: PageStatement;
  readonly call: CallExpression;
  readonly parts: readonly DividedPart[];
}

/** The division by a statement; null: the statement has another form. */
function divisionAt(place: PageStatement): Division | null {
  const assignment = assignmentAt(place);
  if (assignment === null) return null;
  const { target, value: call } = assignment;
  if (target.type !== 'display' || call.type !== 'call') return null;
  const wholes = call.arguments.filter(({ keyword }) => keyword === null);
  const names = target.elements.map((each) => (each.type === 'name' ? each.id : null));
  if (wholes.length === 0 || names.length !== 2 * wholes.length || wholes.some(({ star }) => star))
    return null;
  if (names.some((name) => name === null)) return null;
  const parts = wholes.map(({ value }, i) => ({
    whole: value,
    train: names[2 * i]!,
    test: names[2 * i + 1]!,
  }));
  return { place, call, parts };
}

/** The divisions on the path of a leak. */
export function divisionsOf(page: readonly PageStatement[], { path }: Leak): readonly Division[] {
  return watchedStatements(page, path, 'split').flatMap((each) => divisionAt(each) ?? []);
}

/** By the text of the whole data: the name of their training or test part. */
export function partNames({ place, parts }: Division, part: 'train' | 'test'): Map<string, string> {
  return new Map(parts.map((each) => [place.cell.source.slice(each.whole.from, each.whole.to), each[part]]));
}
