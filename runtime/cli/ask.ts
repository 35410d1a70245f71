/** Asks whoever sits at the terminal. */

import { askPerson } from './terminal.ts';

/** Whether the answer is yes. Where nobody can be asked, it is. */
export async function askYesNo(question: string): Promise<boolean> {
  const answer = await askPerson(`${question} [y/N] `);
  return answer === null || /^y(?:es)?$/i.test(answer.trim());
}
