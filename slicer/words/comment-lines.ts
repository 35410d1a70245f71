/** Text of people as comments of Python. */

/**
 * The text as comments, one for each line. Python also ends a line at a carriage return: behind one, text would be
 * code.
 */
export function commentLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => `# ${line}`.trimEnd())
    .join('\n');
}
