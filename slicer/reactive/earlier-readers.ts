/** Who may have read an attribute of a library before anybody replaced it, and so has not recorded it. It judges nobody. */

import type { DependenceGraph } from '../dependence-graph.ts';
import type { CellId, Replacement } from '../model.ts';
import type { KnownCell } from './known-cell.ts';

/**
 * Cells other than `by` that have run and whose text names the attribute (a field), and those that use what such cells have defined; where
 * libraries may have `used` it, also those in which code of any has run; of a special method, all that have run.
 */
export function earlierReaders(
  cells: ReadonlyMap<CellId, KnownCell>,
  by: CellId,
  { field, used }: Replacement,
  graph: DependenceGraph,
): readonly (readonly [CellId, KnownCell])[] {
  const name = field.slice(field.indexOf(':') + 1);
  const isNamed = /^__\w+__$/.test(name) ? () => true : mentions(name);
  const ran = [...cells].filter(([cell, { execution }]) => cell !== by && execution !== null);
  const naming = ran.filter(([, { execution }]) => isNamed(execution!.source));
  const execs = naming.map(([, { execution }]) => execution!.exec);
  const using = new Set(graph.executionLinks.closure(execs, 'forward'));
  return ran.filter(([, { execution }]) => using.has(execution!.exec) || (used && execution!.usesLibraries));
}

/** Whether a text has that word. */
const mentions = (word: string) => (text: string) => text.split(/[^\p{L}\p{N}_]+/u).includes(word);
