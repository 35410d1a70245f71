/** Asks whoever sits at the terminal. */

import { createInterface } from 'node:readline/promises';

/** Whether the answer is yes. Where nobody can be asked, it is. */
export async function askYesNo(question: string): Promise<boolean> {
  if (process.stdin.isTTY !== true) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
