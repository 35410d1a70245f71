/**
 * Splits text into lines exactly as Python's `str.splitlines(keepends=True)` does, which is how nbformat
 * stores multi-line strings. It does not join: joining is concatenation.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: Python counts these control characters as line ends
const LINE = /\r\n|[\n\r\u000b\u000c\u001c-\u001e\u0085\u2028\u2029]/g;

/** The lines of `text`, each with its line end; the empty text has no lines. */
export function splitLines(text: string): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  for (const match of text.matchAll(LINE)) {
    const end = match.index + match[0].length;
    lines.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/** Whether `text` ends with a line end. */
export function endsLine(text: string): boolean {
  return text !== '' && splitLines(`${text.slice(-2)}x`).at(-1) === 'x';
}
