/** Reads the statement that divides data: `X_train, X_test, y_train, y_test = train_test_split(X, y)`. It divides nothing. */

import type { CallExpression, Expression } from '../../static/syntax.ts';
import { type PageStatement, simpleStatement } from './page-statements.ts';

/** What becomes of one argument. */
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

/** The division that a statement makes; null: none of this form. */
export function divisionAt(place: PageStatement): Division | null {
  const statement = simpleStatement(place);
  if (statement?.type !== 'assign' || statement.targets.length !== 1) return null;
  const [target] = statement.targets as readonly [Expression];
  const call = statement.value;
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

/** How whole data are written, and what their training or test part is called. */
export function partNames({ place, parts }: Division, part: 'train' | 'test'): Map<string, string> {
  return new Map(parts.map((each) => [place.cell.source.slice(each.whole.from, each.whole.to), each[part]]));
}
