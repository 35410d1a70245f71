/** Indents Python code by four spaces, except inside strings of several lines. */

import { parser } from '@lezer/python';

/** The same code one level deeper. */
export function indentCode(code: string): string {
  const inside: { from: number; to: number }[] = [];
  parser.parse(code).iterate({
    enter: ({ name, from, to }) => {
      if (name === 'String' || name === 'FormatString') inside.push({ from, to });
    },
  });
  let at = 0;
  const lines = code.split('\n').map((line) => {
    const start = at;
    at += line.length + 1;
    const literal = inside.some(({ from, to }) => from < start && start < to);
    return literal || line === '' ? line : `    ${line}`;
  });
  return lines.join('\n');
}
