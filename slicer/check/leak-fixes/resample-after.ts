/** Fixes copies of rows made before the division: the division comes first, and only the training rows are copied. */

import type { Leak } from '../../leakage/index.ts';
import type { Expression } from '../../static/syntax.ts';
import type { Fix } from '../finding.ts';
import { type Division, divisionsOf } from './division.ts';
import { PageEdits } from './page-edits.ts';
import {
  type Assignment,
  assignmentAt,
  boundBy,
  mentions,
  type PageStatement,
  type Replacement,
  statementAt,
  textWith,
} from './page-statements.ts';

/** The page with the division before the copying statement; null: a statement has another form. */
export function resampleAfter(page: readonly PageStatement[], leak: Leak): Fix | null {
  const place = statementAt(page, leak.site);
  const assignment = place === null ? null : assignmentAt(place);
  const [division] = divisionsOf(page, leak);
  if (place === null || assignment === null || division === undefined || place.at > division.place.at)
    return null;
  const { from, to } = leak.site.at;
  const isCopying = assignment.value.from === from && assignment.value.to === to;
  const pairs = isCopying ? pairsOf(assignment) : null;
  if (pairs === null || isUsedOtherwise(page, place, division, pairs)) return null;
  const edits = new PageEdits();
  const written: Replacement[] = [];
  for (const { input, target } of pairs) {
    const part = division.parts.find(({ whole }) => whole.type === 'name' && whole.id === target.id);
    if (part === undefined) return null;
    edits.replace(division.place, [{ from: part.whole.from, to: part.whole.to, text: input.id }]);
    for (const each of [input, target]) written.push({ from: each.from, to: each.to, text: part.train });
  }
  edits.remove(place);
  edits.insertAfter(division.place, [textWith(place.cell.source, place.statement, written)]);
  return edits.fix('split first, and resample the training rows only');
}

type Name = Extract<Expression, { readonly type: 'name' }>;

/** The names of copied rows, each with the name of the copies: `X, y = SMOTE().fit_resample(X, y)`. */
function pairsOf({
  target: to,
  value: call,
}: Assignment): readonly { readonly input: Name; readonly target: Name }[] | null {
  if (call.type !== 'call') return null;
  const targets = to.type === 'display' ? to.elements : [to];
  const given = call.arguments.filter(({ keyword }) => keyword === null).map(({ value }) => value);
  const self = call.callee.type === 'attribute' ? call.callee.object : null;
  const inputs = given.filter(({ type }) => type === 'name').length === targets.length ? given : [self];
  // copies of the receiver; other arguments may hold rows of it
  const isPlain = call.arguments.every(({ value: { type } }) => type === 'constant');
  if (inputs[0] === self && self !== null && !isPlain) return null;
  const pairs = targets.flatMap((target, i) => {
    const input = inputs[i];
    return target.type === 'name' && input?.type === 'name' ? [{ input, target }] : [];
  });
  return pairs.length === targets.length ? pairs : null;
}

/** Whether statements other than the division use the copies, or the rows behind them. */
function isUsedOtherwise(
  page: readonly PageStatement[],
  place: PageStatement,
  { place: end }: Division,
  pairs: readonly { readonly input: Name; readonly target: Name }[],
): boolean {
  const names = new Set(pairs.flatMap(({ input, target }) => [input.id, target.id]));
  if (page.slice(place.at + 1, end.at).some(({ statement }) => mentions(statement.body, names))) return true;
  const copies = new Set(pairs.map(({ target }) => target.id));
  for (const name of boundBy(end)) copies.delete(name);
  return page.slice(end.at + 1).some(({ statement }) => mentions(statement.body, copies));
}
