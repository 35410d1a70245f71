/** Asks the person at the terminal. */

import { askPerson } from './terminal.ts';

/** Whether the answer is yes. Without a person at the terminal, it is. */
export async function askYesNo(question: string): Promise<boolean> {
  const answer = await askPerson(`${question} [y/N] `);
  return answer === null || /^y(?:es)?$/i.test(answer.trim());
}
