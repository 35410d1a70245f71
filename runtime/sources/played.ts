/** What of a source runs when it is played. It runs nothing. */

import { hasTag } from '../documents/index.ts';
import type { SourceSession } from './source.ts';

/** The source without what does not run by itself: of a notebook the cells that are tagged `skip-execution`. */
export function toPlay<T extends SourceSession>(source: T): T {
  if (source.kind !== 'notebook') return source;
  const { cells } = source.notebook;
  const skipped = new Set(cells.filter((cell) => hasTag(cell, 'skip-execution')).map(({ id }) => id));
  if (skipped.size === 0) return source;
  const events = source.events.filter((event) => event.type !== 'run' || !skipped.has(event.cell));
  return { ...source, events, order: source.order.filter((id) => !skipped.has(id)) };
}
