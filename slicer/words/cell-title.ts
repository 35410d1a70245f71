/** A cell in a few words: the first line of its text that says what it is about. Pure. */

/** The line; imports and comments only when there is nothing else. */
export function cellTitle(source: string): string {
  const lines = source.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => line !== '' && !/^(%|#)/.test(line));
  return (
    telling.find((line) => !/^(import|from)\s/.test(line)) ??
    telling[0] ??
    lines.find((line) => line !== '') ??
    ''
  );
}
