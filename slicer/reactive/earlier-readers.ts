/** Who may have read something before anybody changed it, and so has not recorded it. It judges nobody. */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import { type CellId, GLOBALS, type Replacement } from '../model.ts';
import type { KnownCell } from './known-cell.ts';
import type { SeenRead } from './seen-reads.ts';

/**
 * Cells other than `by` that have run and whose text names the attribute (a field), and those that use what such cells have defined; where
 * libraries may have `used` it, also those in which code of any has run; of a special method, all that have run. Where names lead to it,
 * those that have read one of them, if what they saw there `isStill` there.
 */
export function earlierReaders(
  cells: ReadonlyMap<CellId, KnownCell>,
  by: CellId,
  { field, used, names }: Replacement,
  graph: DependenceGraph,
  isStill: (read: SeenRead) => boolean,
): readonly (readonly [CellId, KnownCell])[] {
  if (names !== undefined) {
    const readsOne = (read: SeenRead): boolean =>
      read.location.object === GLOBALS && names.includes(read.location.field) && isStill(read);
    return [...cells].filter(([cell, { reads }]) => cell !== by && reads.some(readsOne));
  }
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
