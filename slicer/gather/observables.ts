/**
 * The effects of an execution as Python expressions that show them, to compare a run of a part of its slice.
 * This file evaluates nothing; the caller compares and reports the equal expressions.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import { type Slice, sliceStatements } from '../graph/slice.ts';
import type { Access, Exec } from '../records/execution-record.ts';
import { GLOBALS, isPresence, STRUCTURE, WHOLE } from '../records/location.ts';
import { isManagedName, symbolOf } from '../words/symbols.ts';

/**
 * How an effect of a write shows. `value`: an expression shows it; `shown`: only later displayed or drawn
 * output shows it; `unnamed`: it belongs to an object without a name; `hidden`: no expression shows it
 * (environment, options …).
 */
type Effect =
  | { readonly type: 'value'; readonly expression: string }
  | { readonly type: 'shown' | 'unnamed' | 'hidden' };

/** Random streams, displayed results and the current figure. */
const SHOWN = /^(?:random|numpy\.random|Out|matplotlib\.figure)$/;

/** The global names bound by an execution, except names that begin with an underscore. */
export function namesBound(graph: DependenceGraph, exec: Exec): string[] {
  const names = writesOf(graph, exec).filter(({ object, field }) => object === GLOBALS && !/^_/.test(field));
  return [...new Set(names.map(({ field }) => field))];
}

/** Expressions for the other effects of an execution: parts of objects, files, private names. */
export function effectsOf(graph: DependenceGraph, exec: Exec): string[] {
  const found = new Set<string>();
  for (const write of writesOf(graph, exec)) {
    const effect = effectOf(graph, exec, write);
    if (effect.type === 'value') found.add(effect.expression);
  }
  for (const name of namesBound(graph, exec)) found.delete(name);
  return [...found];
}

/**
 * Node keys of statements that must not be deleted: at cell level, the statements of the slice's own
 * execution; and the statements of this execution with an effect outside of `compared` (expressions), with
 * all statements that they need, because a comparison would not notice the loss. `ignored` writes have no
 * effect.
 */
export function fixedStatements(
  graph: DependenceGraph,
  slice: Slice,
  compared: ReadonlySet<string>,
  ignored: (write: Access) => boolean = () => false,
): ReadonlySet<string> {
  const own = slice.statements.filter((key) => graph.graph.getNodeAttribute(key, 'exec') === slice.exec);
  const unobserved = own.filter((key) => {
    const { exec, record } = graph.graph.getNodeAttributes(key);
    const seen = record.writes.filter((write) => !ignored(write));
    const effects = seen.map((write) => effectOf(graph, exec, write));
    const isCompared = (effect: Effect): boolean =>
      effect.type === 'value' && compared.has(effect.expression);
    return effects.some(
      (effect) =>
        !isCompared(effect) &&
        (effect.type === 'unnamed' ? !effects.some(isCompared) : effect.type !== 'shown'),
    );
  });
  const needed = sliceStatements(graph, slice.exec, unobserved, 'statement').statements;
  return new Set(slice.level === 'cell' ? [...own, ...needed] : needed);
}

function writesOf(graph: DependenceGraph, exec: Exec): readonly Access[] {
  return graph.execution(exec)?.statements.flatMap(({ writes }) => writes) ?? [];
}

function effectOf(graph: DependenceGraph, exec: Exec, write: Access): Effect {
  const { object, field } = write;
  if (object === GLOBALS) {
    if (field === WHOLE) return { type: 'hidden' };
    return isManagedName(field) ? { type: 'shown' } : { type: 'value', expression: field };
  }
  if (SHOWN.test(object)) return { type: 'shown' };
  if (object === 'file' && field.startsWith('/')) {
    return { type: 'value', expression: `open(${JSON.stringify(field)}, 'rb').read()` };
  }
  if (!/^o\d/.test(object)) return { type: 'hidden' };
  // a current name: a name of an earlier execution may have another object since
  const name = graph.execution(exec)?.symbols.get(object);
  const symbol = name === undefined ? null : symbolOf(graph, exec, write);
  if (symbol === null) return { type: 'unnamed' };
  return { type: 'value', expression: field === STRUCTURE || isPresence(field) ? `len(${symbol})` : symbol };
}
