/**
 * Rewrites a call that learns from all rows into one that learns from some of them:
 * `df['a'].iloc[rows].mean()`. It chooses no rows.
 */

import type { DividedLater, Leak } from '../../leakage/index.ts';
import type { CallExpression, Expression } from '../../static/syntax.ts';
import { callAt, isImported, type PageStatement, type Replacement, rootName } from './page-statements.ts';

/** A call that learns, with its data. */
export interface LearningCall {
  readonly place: PageStatement;
  readonly data: Expression;
  /** The replacements that make the call learn from the rows in a variable with this name. */
  from(rows: string): readonly Replacement[];
}

/** The learning call of a leak; null: it has another form, or returns a value for each row. */
export function learningCall(
  page: readonly PageStatement[],
  place: PageStatement,
  { site, rowwise }: Leak,
  { given }: DividedLater,
): LearningCall | null {
  const call = callAt(place.statement.body, site.at);
  const index = indexOf(given.kinds);
  if (call === null || index === null) return null;
  const { source } = place.cell;
  const taken = (part: Expression, rows: string): Replacement => {
    const text = source.slice(part.from, part.to);
    const isWhole = /^(?:name|attribute|subscript|call)$/.test(part.type);
    return { from: part.from, to: part.to, text: `${isWhole ? text : `(${text})`}${index}[${rows}]` };
  };
  const { callee } = call;
  const method = callee.type === 'attribute' && !isImported(page, rootName(callee) ?? '') ? callee : null;
  // a call that is a statement trains its receiver, which is no data
  const isStatement = place.statement.body.some((each) => each.type === 'expression' && each.value === call);
  if (isStatement && method !== null && !/^fit(?:_transform)?$/.test(method.attribute)) return null;
  const [first] = call.arguments;
  if (method !== null && /^fit(?:_transform)?$/.test(method.attribute)) {
    const isPlain = call.arguments.every(
      ({ keyword, star }) => !star && (keyword === null || keyword === 'y'),
    );
    if (first === undefined || first.keyword !== null || !isPlain) return null;
    const all = `.transform(${source.slice(first.value.from, first.value.to)})`;
    return {
      place,
      data: first.value,
      from: (rows) => [
        ...call.arguments.map(({ value }) => taken(value, rows)),
        ...(method.attribute === 'fit' ? [] : fittedThen(call, method.object, all)),
      ],
    };
  }
  if (rowwise) return null;
  const data = method === null ? first?.value : method.object;
  const isFirst = method !== null || (first?.keyword === null && !first.star);
  return data === undefined || !isFirst ? null : { place, data, from: (rows) => [taken(data, rows)] };
}

/** Replaces `fit_transform` by `fit`, and a `transform` of all rows after it. */
function fittedThen(call: CallExpression, model: Expression, transform: string): readonly Replacement[] {
  return [
    { from: model.to, to: call.callee.to, text: '.fit' },
    { from: call.to, to: call.to, text: transform },
  ];
}

/**
 * The index that selects rows of such data by their numbers; null: the data are of several kinds, or of
 * another one.
 */
function indexOf(kinds: readonly string[]): string | null {
  const ways = new Set(
    kinds.map((kind) =>
      /^pandas\.(?:DataFrame|Series)$/.test(kind) ? '.iloc' : kind === 'numpy.ndarray' ? '' : null,
    ),
  );
  const [way = null] = ways;
  return ways.size === 1 ? way : null;
}
