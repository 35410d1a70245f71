/** Tables for people: columns as wide as their longest entry, numbers to the right. */

/** Rows of text under headings; the first column is a name. */
export function tableText(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, i) =>
    Math.max(heading.length, ...rows.map((row) => (row[i] ?? '').length)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((entry, i) => (i === 0 ? entry.padEnd(widths[i] ?? 0) : entry.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(headings), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** Milliseconds with as many digits as they deserve. */
export function ms(value: number): string {
  return value.toFixed(Math.abs(value) < 1 ? 3 : Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0);
}

/** A ratio, such as `1.15x`. */
export function times(value: number): string {
  return `${value.toFixed(2)}x`;
}
