/** The code cells at the end of a source, in page order. It runs nothing. */

import type { SourceSession } from './source.ts';

/** A code cell with its text; blank ones count. */
export interface CodeCell {
  readonly cell: string;
  readonly source: string;
}

/** The code cells after the last event. */
export function cellsAtEnd(source: SourceSession): CodeCell[] {
  if (source.kind === 'notebook') {
    const cells = source.notebook.cells.filter(({ type }) => type === 'code');
    return cells.map(({ id, source }) => ({ cell: id, source }));
  }
  const texts = new Map<string, string>();
  for (const event of source.events) {
    if (event.type === 'run' || event.type === 'edit') texts.set(event.cell, event.source);
  }
  return source.order.flatMap((cell) => {
    const text = texts.get(cell);
    return text === undefined ? [] : [{ cell, source: text }];
  });
}
