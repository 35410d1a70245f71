/** A call in the text with its arguments. It interprets nothing. */
import type { Scope } from '../scopes.ts';
import type { Expression } from '../syntax.ts';
import type { PassedValue } from './bound-call.ts';
import type { AbstractObject, Meaning, Value } from './objects.ts';

export type CallExpression = Extract<Expression, { readonly type: 'call' }>;

export type OwnFunction = Extract<Meaning, { readonly type: 'function' | 'method' }>;

/** The class of calls with some arguments given before. */
export const PARTIAL = 'functools.partial';

/** A call and its parts. */
export interface CallSite {
  readonly node: CallExpression;
  readonly scope: Scope;
  readonly passed: readonly PassedValue[];
  /** The name of the callee. */
  readonly name: string;
  /** Whether the call is a whole statement, without use of its value. */
  readonly alone: boolean;
  /** Results of the notebook's functions that the callee calls. */
  readonly returned: Value[];
}

/** Whether an object is defined in the notebook, so its text shows its effects. */
export const isOwn = ({ meaning }: AbstractObject): boolean =>
  /^(?:function|method|class)$/.test(meaning.type);

/** Whether the call has the argument `inplace=True`. */
export const isInPlace = ({ passed }: Pick<CallSite, 'passed'>): boolean =>
  passed.some(
    ({ keyword, value }) => keyword === 'inplace' && value.some(({ constant }) => constant === true),
  );

/** `fillna with inplace=True`. */
export function describe(site: CallSite): string {
  const what = site.name === '' ? 'a call' : site.name;
  return isInPlace(site) ? `${what} with inplace=True` : what;
}
