/** Finds the lines of a cell that begin inside a string, where text that looks like code is none. */

import { lineAt } from '../words/line-at.ts';
import { tokenize } from './tokens.ts';

/** The numbers of these lines, from 0. */
export function stringLines(source: string): ReadonlySet<number> {
  const found = new Set<number>();
  if (!/'''|"""/.test(source)) return found;
  let start: number | null = null;
  const note = (from: number, to: number): void => {
    // the number of a line from 1 is that of the next line from 0
    const end = lineAt(source, to);
    for (let line = lineAt(source, from); line < end; line += 1) found.add(line);
  };
  for (const { type, from, to } of tokenize(source)) {
    if (type === 'string') note(from, to);
    else if (type === 'string-start') start ??= from;
    else if (type === 'string-end' && start !== null) {
      note(start, to);
      start = null;
    }
  }
  return found;
}
