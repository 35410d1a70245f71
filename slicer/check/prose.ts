/** Whether a cell is there to be read. */

import type { CheckedCell } from './facts.ts';

/** Text, or code that only shows text. */
export function isProse({ type, source }: CheckedCell): boolean {
  return type === 'markdown' || /^\s*(?:%%(?:markdown|html|HTML|latex)|%md|%markdown)\b/.test(source);
}
