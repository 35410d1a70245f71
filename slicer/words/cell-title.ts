/** A title for a cell: the first line of its text that tells its purpose. Pure. */

/** The title; an import or a comment only if the cell has nothing else. */
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
