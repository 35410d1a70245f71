/** A step's statement, written for the training rows and for the test rows. It decides only names. */

import type { CallExpression, Range, Statement } from '../../static/syntax.ts';
import { type Division, partNames } from './division.ts';
import {
  boundBy,
  callIn,
  namesIn,
  type PageStatement,
  type Replacement,
  renaming,
  rootName,
  textWith,
  unusedName,
} from './page-statements.ts';
import type { DataStep } from './steps.ts';

type PartName = 'train' | 'test';

/** By part: the texts for whole data in a step. */
export type PartNames = Readonly<Record<PartName, ReadonlyMap<string, string>>>;

/** The names of the parts in the statements of some steps. */
export function namesOfParts(
  { place: { cell }, target, input }: DataStep,
  division: Division,
  part: Readonly<Record<PartName, string>>,
  learned: string | null,
): PartNames {
  const namesOf = (which: PartName) => {
    const names = partNames(division, which).set(target, part[which]);
    if (learned !== null) names.set(learned, learned);
    return input === null ? names : names.set(cell.source.slice(input.from, input.to), part[which]);
  };
  return { train: namesOf('train'), test: namesOf('test') };
}

/** A statement for the training rows; null: it also uses rows of other data. */
export function forTraining(
  place: PageStatement,
  page: readonly PageStatement[],
  { train }: PartNames,
): string | null {
  const { cell, statement } = place;
  const replaced = renaming(cell.source, statement.body, train);
  return isRest(place, replaced, page) ? textWith(cell.source, statement, replaced) : null;
}

/** The lines of a step for both parts: its learning call uses the training rows. */
export function forBoth(
  step: DataStep,
  learns: { readonly call: CallExpression; readonly rowwise: boolean } | null,
  page: readonly PageStatement[],
  names: PartNames,
): readonly string[] | null {
  const { place, call } = step;
  const { cell, statement } = place;
  const train = renaming(cell.source, statement.body, names.train);
  const test = renaming(cell.source, statement.body, names.test);
  if (!isRest(place, train, page)) return null;
  const written = (replaced: readonly Replacement[]) => textWith(cell.source, statement, replaced);
  if (learns === null) return [written(train), written(test)];
  if (call !== null && call === learns.call && call.callee.type === 'attribute') {
    const { object } = call.callee;
    const [first] = call.arguments;
    if (first === undefined || first.keyword !== null) return null;
    const own = object.type === 'call' ? nameForModel(object, page) : null;
    const model = own ?? cell.source.slice(object.from, object.to);
    const rows = textWith(cell.source, first.value, test);
    const only = { from: call.from, to: call.to, text: `${model}.transform(${rows})` };
    const fitted = own === null ? train : [...train, { from: object.from, to: object.to, text: own }];
    const made = own === null ? [] : [`${own} = ${cell.source.slice(object.from, object.to)}`];
    return [...made, written(fitted), written([...test, only])];
  }
  if (learns.rowwise || isBesideOthers(statement.body, learns.call, test)) return null;
  // one value for all rows: the value of the training rows
  const inside = ({ from, to }: Replacement) => from >= learns.call.from && to <= learns.call.to;
  const apart = [...test.filter((each) => !inside(each)), ...train.filter(inside)];
  const takesRows = test.some((each) => !inside(each) && isValue(statement.body, each));
  return takesRows ? [written(apart), written(train)] : null;
}

/** Whether calls beside the learning one use whole data, and so may learn too: `(X - X.mean(0)) / X.std(0)`. */
function isBesideOthers(
  body: readonly Statement[],
  learns: CallExpression,
  whole: readonly Replacement[],
): boolean {
  const holds = (a: Range, b: Range) => a.from <= b.from && a.to >= b.to;
  // `X['a'].astype(float).fillna(X['a'].mean())`
  const isAround = (call: CallExpression, other: CallExpression) =>
    holds(call.callee, other) && holds(call, learns) && !holds(call.callee, learns);
  const beside = callIn(body, (call) => {
    if (holds(call, learns) || holds(learns, call)) return false;
    return whole.some((each) => holds(call, each)) && callIn(body, (one) => isAround(one, call)) === null;
  });
  return beside !== null;
}

/** Whether a replacement is outside of the assignment's target. */
const isValue = (body: readonly Statement[], { from }: Replacement): boolean =>
  body.every((each) => each.type !== 'assign' || from >= each.value.from);

/** Whether the unchanged names stand for no rows: functions, constants, learned objects, names of columns. */
function isRest(
  place: PageStatement,
  replaced: readonly Replacement[],
  page: readonly PageStatement[],
): boolean {
  const { source } = place.cell;
  return namesIn(place.statement.body).every(({ id, from, to }) => {
    if (replaced.some((each) => each.from <= from && to <= each.to)) return true;
    return /^\.(?:columns|(?:fit_)?transform|fit)\b/.test(source.slice(to)) || isFixed(id, page, 3);
  });
}

/** Whether a name stands for an import, a definition, or a literal. */
function isFixed(name: string, page: readonly PageStatement[], depth: number): boolean {
  return page.every((place) => {
    if (!boundBy(place).has(name)) return true;
    const [statement] = place.statement.body;
    if (/^(?:import|function|class)$/.test(statement?.type ?? '')) return true;
    if (statement?.type !== 'assign' || depth === 0) return false;
    const isWritten = /^(?:constant|display|name|operation)$/.test(statement.value.type);
    return isWritten && namesIn(statement.value).every(({ id }) => isFixed(id, page, depth - 1));
  });
}

/** A name for a new object of a class: `standard_scaler`. */
function nameForModel({ callee }: CallExpression, page: readonly PageStatement[]): string {
  const className = callee.type === 'attribute' ? callee.attribute : (rootName(callee) ?? 'step');
  const words = className.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toLowerCase();
  return unusedName(page, words);
}
