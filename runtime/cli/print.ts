/** Results on standard output. */

/** A line of text. */
export function print(line: string): void {
  process.stdout.write(line.endsWith('\n') ? line : `${line}\n`);
}

/** One JSON object on a line. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
