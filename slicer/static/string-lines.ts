/** Finds the lines of a cell that begin inside a string, where text that looks like code is none. */

import { tokenize } from './tokens.ts';

/** The numbers of these lines, from 0. */
export function stringLines(source: string): ReadonlySet<number> {
  const found = new Set<number>();
  if (!/'''|"""/.test(source)) return found;
  let start: number | null = null;
  let [line, read] = [0, 0];
  // tokens come in their order, so each line is counted once
  const note = (from: number, to: number): void => {
    for (let end = source.indexOf('\n', read); end >= 0 && end < to; end = source.indexOf('\n', read)) {
      line += 1;
      read = end + 1;
      if (end >= from) found.add(line);
    }
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
