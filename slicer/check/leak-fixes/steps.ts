/** Statements that treat all rows, read as steps that can be applied to parts of them. It moves nothing. */

import type { CallExpression, Expression, Range, Statement } from '../../static/syntax.ts';
import { type Columns, columnNames } from './kept-columns.ts';
import {
  assignmentAt,
  assignmentOf,
  boundBy,
  callAt,
  callIn,
  mentions,
  type PageStatement,
  rootName,
  simpleStatement,
} from './page-statements.ts';

/** A statement that changes or makes data. */
export interface DataStep {
  readonly place: PageStatement;
  /** The name of the data. */
  readonly target: string;
  /** The source of the rows, if it is another expression than the target. */
  readonly input: Expression | null;
  /** The call of `fit_transform` or `transform` that treats the rows. */
  readonly call: CallExpression | null;
  /** The columns of the step; `array`: its result has none, or they are unknown. */
  readonly columns: Columns | 'array';
  /** Whether the step changes existing data. */
  readonly isChange: boolean;
}

/** A learning call and its uses. */
export interface Steps {
  /** A statement that only learns: `s.fit(X)`, `m = X.mean()`. */
  readonly learns: { readonly place: PageStatement; readonly name: string } | null;
  readonly data: readonly [DataStep, ...DataStep[]];
}

/** The steps from a learning call up to the division; null: they have other forms. */
export function stepsFrom(
  page: readonly PageStatement[],
  place: PageStatement,
  at: Range,
  end: PageStatement,
): Steps | null {
  const statement = simpleStatement(place);
  const call = statement === null ? null : callAt([statement], at);
  if (statement === null || call === null) return null;
  const learned = learnedBy(statement, call);
  if (learned === null) {
    const step = dataStep(page, place, call);
    return step === null ? null : { learns: null, data: [step] };
  }
  const data: DataStep[] = [];
  for (const each of page.slice(place.at + 1, end.at)) {
    if (!mentions(each.statement.body, new Set([learned]))) continue;
    const own = simpleStatement(each);
    if (own === null || boundBy(each).has(learned)) return null;
    const step = dataStep(
      page,
      each,
      callIn([own], (one) => methodOf(one, learned) === 'transform'),
    );
    if (step === null || (data[0] !== undefined && data[0].target !== step.target)) return null;
    data.push(step);
  }
  const [first, ...more] = data;
  return first === undefined ? null : { learns: { place, name: learned }, data: [first, ...more] };
}

/** The method called on an object with this name. */
function methodOf({ callee }: CallExpression, name: string): string | null {
  return callee.type === 'attribute' && rootName(callee.object) === name ? callee.attribute : null;
}

/** The name of the learned object, if the statement does nothing else. */
function learnedBy(statement: Statement, call: CallExpression): string | null {
  const { callee } = call;
  const method = callee.type === 'attribute' ? callee.attribute : '';
  if (statement.type === 'expression')
    return statement.value === call && method === 'fit' && callee.type === 'attribute'
      ? rootName(callee.object)
      : null;
  const assignment = assignmentOf(statement);
  if (assignment?.value !== call || assignment.target.type !== 'name') return null;
  return method === 'fit_transform' ? null : assignment.target.id;
}

function dataStep(
  page: readonly PageStatement[],
  place: PageStatement,
  call: CallExpression | null,
): DataStep | null {
  const statement = simpleStatement(place);
  const method = call?.callee.type === 'attribute' ? call.callee.attribute : '';
  const treats = /^(?:fit_)?transform$/.test(method) ? call : null;
  const input = treats?.arguments[0]?.value ?? null;
  const part = changedPart(statement);
  if (part !== null) {
    const target = rootName(part)!;
    const columns = columnsOf(part, page);
    const isOwn = input === null || rootName(input) === target;
    return isOwn ? { place, target, input: null, call: treats, columns, isChange: true } : null;
  }
  const to = assignmentAt(place)?.target;
  if (to?.type !== 'name') return null;
  const columns = treats === null ? 'all' : 'array';
  const isOwn = input?.type === 'name' && input.id === to.id;
  return { place, target: to.id, input: isOwn ? null : input, call: treats, columns, isChange: false };
}

/** The frame, or its columns, that a statement changes: `df['a'] = …`, `df.fillna(…, inplace=True)`. */
function changedPart(statement: Statement | null): Expression | null {
  const part =
    statement?.type === 'assign'
      ? (assignmentOf(statement)?.target ?? null)
      : statement?.type === 'expression' &&
          statement.value.type === 'call' &&
          statement.value.callee.type === 'attribute' &&
          statement.value.arguments.some(({ keyword }) => keyword === 'inplace')
        ? statement.value.callee.object
        : null;
  const isColumns = part?.type === 'subscript' && part.object.type === 'name';
  const isFrame = part?.type === 'name' && statement?.type === 'expression';
  return isColumns || isFrame ? part : null;
}

/** The columns of `df`, `df['a']` or `df[['a', 'b']]`. */
function columnsOf(part: Expression, page: readonly PageStatement[]): Columns | 'array' {
  if (part.type !== 'subscript') return 'all';
  return (part.index.length === 1 ? columnNames(part.index[0]!, page) : null) ?? 'array';
}
