/**
 * Calls that stand nowhere in the text: of decorators, of partials with their kept arguments, of methods that
 * a library calls. It interprets nothing.
 */
import type { Expression } from '../syntax.ts';
import type { CallExpression } from './call-site.ts';

/** Makes such calls. */
export class SyntheticCalls {
  /** Calls by expression and number of arguments. */
  readonly #calls = new WeakMap<Expression, Map<number, CallExpression>>();

  /** The call of a decorator with the definition below the decorator. */
  ofDecorator(decorator: Expression): CallExpression {
    const argument = { keyword: null, star: false, value: decorator };
    const { from, to } = decorator;
    return this.#synthetic(decorator, { type: 'call', from, to, callee: decorator, arguments: [argument] });
  }

  /** A call with as many arguments before its own as `functools.partial` keeps. */
  withPreset(call: CallExpression, kept: number): CallExpression {
    const argument = { keyword: null, star: false, value: call.callee };
    const preset = Array<typeof argument>(kept).fill(argument);
    return this.#synthetic(call, { ...call, arguments: [...preset, ...call.arguments] });
  }

  /** The call of a method by the library that got the method, with so many arguments. */
  ofMethod(call: CallExpression, count: number): CallExpression {
    const argument = { keyword: null, star: false, value: call.callee };
    return this.#synthetic(call.callee, { ...call, arguments: Array<typeof argument>(count).fill(argument) });
  }

  /** Frames know calls by identity: the first call made for an expression with so many arguments stands for all. */
  #synthetic(node: Expression, made: CallExpression): CallExpression {
    const known = this.#calls.get(node) ?? new Map<number, CallExpression>();
    this.#calls.set(node, known);
    const call = known.get(made.arguments.length) ?? made;
    known.set(made.arguments.length, call);
    return call;
  }
}
