/** Results on standard output. */

import { writeData, writeJson, writeText } from './terminal.ts';

/** A line of text for people. */
export function print(line: string): void {
  writeText(withNewline(line));
}

/** A script, or a picture, unchanged. */
export function printExactly(text: string): void {
  writeData(withNewline(text));
}

/** One JSON object on a line. */
export function printJson(value: unknown): void {
  writeJson(`${JSON.stringify(value)}\n`);
}

function withNewline(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
