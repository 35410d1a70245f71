/**
 * Locations as a person would write them: `x`, `df['a']`, `model.coef_`, `lst[0]`; world locations in words.
 * Objects without a name have no symbol.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { Access, Exec } from '../records/execution-record.ts';
import { GLOBALS, WHOLE } from '../records/location.ts';
import { shortWorldWords, worldWords } from './world-words.ts';

const MANAGED =
  /^(_|__|___|_\d+|_i\d*|_ii|_iii|_dh|_oh|_ih|In|Out|__warningregistry__|open|exit|quit|get_ipython)$/;

/** IPython's name for the last result. A reader of the name needs the cell with this result to have run last. */
export const LAST_RESULT = '_';

/** Whether a name is one of IPython's inputs and results, whose values depend on the order of runs by design. */
export function isManagedName(name: string): boolean {
  return /^(?:_+|_\d+|_i+\d*|_[doi]h|In|Out)$/.test(name);
}

/** The same, except the last result: the graph tracks its readers. */
export function isOfShell(name: string): boolean {
  return isManagedName(name) && name !== LAST_RESULT;
}

/**
 * The symbol of a location in an execution, or null if there is none (or the location is IPython's own
 * bookkeeping).
 */
export function symbolOf(
  graph: DependenceGraph,
  exec: Exec,
  access: Pick<Access, 'object' | 'field'>,
): string | null {
  const { object, field } = access;
  if (object === GLOBALS) return field === WHOLE || MANAGED.test(field) ? null : field;
  if (object === 'Out' || object === 'modules' || object.startsWith('summary.')) return null;
  if (!/^o\d/.test(object)) return worldWords(object, field);
  const name = graph.symbol(object, exec);
  if (name === undefined || MANAGED.test(name)) return null;
  if (field.startsWith('a:')) return `${name}.${field.slice(2)}`;
  if (field.startsWith('i:')) return `${name}[${field.slice(2)}]`;
  return name;
}

/** The symbol for a page: file names without folders; also for locations of an earlier kernel. */
export function shownSymbol(
  graph: DependenceGraph,
  exec: Exec,
  { object, field }: Pick<Access, 'object' | 'field'>,
): string | null {
  const plain = object.replace(/^\d+:/, '');
  const symbol = symbolOf(graph, exec, { object: plain, field });
  return symbol === null || plain !== 'file' ? symbol : shortWorldWords(plain, field);
}

/** The distinct symbols of accesses, in order of first use. */
export function symbolsOf(graph: DependenceGraph, exec: Exec, accesses: Iterable<Access>): string[] {
  const found = new Set<string>();
  for (const access of accesses) {
    const symbol = symbolOf(graph, exec, access);
    if (symbol !== null) found.add(symbol);
  }
  return [...found];
}
