/** Finds cells that may have read an attribute or object before its first change, and so have not recorded the read. */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId, ExecutionRecord, Replacement } from '../records/execution-record.ts';
import { GLOBALS } from '../records/location.ts';
import type { KnownCell } from './known-cell.ts';
import { type SeenRead, writersNow } from './seen-reads.ts';

/**
 * The cells, except `by`, that may have read the changed field unrecorded. If global `names` lead to the
 * object: the readers of these names, where `isStill` confirms the value they saw, and the cells that bound
 * one of the names and used it. Otherwise the cells that ran and whose text has the attribute's name (any
 * text, for a special method), and the users of their definitions; if library code may have `used` the
 * attribute, also the cells that ran library code.
 */
export function earlierReaders(
  cells: Iterable<readonly [CellId, KnownCell]>,
  by: CellId,
  { field, used, names }: Replacement,
  graph: DependenceGraph,
  isStill: (read: SeenRead) => boolean,
): readonly (readonly [CellId, KnownCell])[] {
  if (names !== undefined) {
    const readsOne = (read: SeenRead): boolean =>
      read.location.object === GLOBALS && names.includes(read.location.field) && isStill(read);
    const writers = names.flatMap((field) => writersNow({ object: GLOBALS, field }, graph).writers);
    // (a run with equal values may have left those of the run before)
    const binders = new Set(writers.map((exec) => graph.execution(exec)?.cell));
    const readsOwn = (cell: CellId, { execution }: KnownCell): boolean =>
      execution !== null && binders.has(cell) && usesOwn(execution, names);
    return [...cells].filter(
      ([cell, known]) => cell !== by && (known.reads.some(readsOne) || readsOwn(cell, known)),
    );
  }
  const name = field.slice(field.indexOf(':') + 1);
  const isNamed = /^__\w+__$/.test(name) ? () => true : mentions(name);
  const ran = [...cells].filter(([cell, { execution }]) => cell !== by && execution !== null);
  const naming = ran.filter(([, { execution }]) => isNamed(execution!.source));
  const execs = naming.map(([, { execution }]) => execution!.exec);
  const using = new Set(graph.executionLinks.closure(execs, 'forward'));
  return ran.filter(([, { execution }]) => using.has(execution!.exec) || (used && execution!.usesLibraries));
}

/** Whether an execution has read one of these global names after it had bound the name itself. */
function usesOwn({ statements }: ExecutionRecord, names: readonly string[]): boolean {
  const bound = new Set<string>();
  for (const { reads, writes } of statements) {
    if (reads.some(({ object, field }) => object === GLOBALS && bound.has(field))) return true;
    for (const { object, field } of writes) if (object === GLOBALS && names.includes(field)) bound.add(field);
  }
  return false;
}

/** Whether a text has the word. */
const mentions = (word: string) => (text: string) => text.split(/[^\p{L}\p{N}_]+/u).includes(word);
