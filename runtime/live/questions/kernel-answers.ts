/** Answers questions that go to the kernel: inspection. */

import type { KernelClient } from '../../kernel/index.ts';
import type { Answer, Question } from '../messages/messages.ts';

/** Asks the kernel; `failed` if it is dead. */
export async function answerFromKernel(
  client: KernelClient,
  { ask, code, cursor }: Extract<Question, { readonly ask: 'inspect' }>,
): Promise<Answer> {
  const answer = await client.ask({ type: ask, code, cursor });
  if (answer?.type !== 'inspect') return { to: 'failed', message: 'the kernel does not answer' };
  return { to: 'inspect', found: answer.found, data: answer.data };
}
