/** Whether a cell is for reading. */

import type { CheckedCell } from './facts.ts';

/** Text, or code that only displays text. */
export function isProse({ type, source }: CheckedCell): boolean {
  return type === 'markdown' || /^\s*(?:%%(?:markdown|html|HTML|latex)|%md|%markdown)\b/.test(source);
}
