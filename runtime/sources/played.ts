/** The part of a source that runs in a replay. It runs nothing. */

import { hasTag } from '../documents/index.ts';
import type { SourceSession } from './source.ts';

/** The source without cells that run only on their own: in a notebook, cells with the tag `skip-execution`. */
export function toPlay<T extends SourceSession>(source: T): T {
  if (source.kind !== 'notebook') return source;
  const { cells } = source.notebook;
  const skipped = new Set(cells.filter((cell) => hasTag(cell, 'skip-execution')).map(({ id }) => id));
  if (skipped.size === 0) return source;
  const events = source.events.filter((event) => event.type !== 'run' || !skipped.has(event.cell));
  return { ...source, events, order: source.order.filter((id) => !skipped.has(id)) };
}
