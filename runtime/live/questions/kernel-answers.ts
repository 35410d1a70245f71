/** Answers questions that go to the kernel: completion and inspection. */

import type { KernelClient } from '../../kernel/index.ts';
import type { Answer, Question } from '../messages/messages.ts';

/** Asks the kernel; `failed` if it is dead. */
export async function answerFromKernel(
  client: KernelClient,
  { ask, code, cursor }: Extract<Question, { readonly ask: 'complete' | 'inspect' }>,
): Promise<Answer> {
  const answer = await client.ask({ type: ask, code, cursor });
  if (answer === null) return { to: 'failed', message: 'the kernel does not answer' };
  if (answer.type === 'inspect') return { to: 'inspect', found: answer.found, data: answer.data };
  return { to: 'complete', matches: answer.matches, start: answer.start, end: answer.end };
}
