/** The other side of a `HelperProcess`: answers the messages of the parent process. Callers know the content of messages. */

import { endWhenAsked, isEndMessage } from '../platform/index.ts';
import type { HelperProgress } from './helper-process.ts';

/** Answers each message; `tell` reports progress before. `failed`: the message without an answer. */
export function answerMessages<To, From extends object>(
  answer: (message: To, tell: (text: string) => void) => Promise<From>,
  failed: (error: unknown) => From,
): void {
  const say = (said: From | HelperProgress): void => {
    if (process.connected) process.send?.(said);
  };
  const tell = (text: string): void => say({ type: 'progress', text });
  endWhenAsked();
  process.on('message', (message: To) => {
    if (isEndMessage(message)) return;
    answer(message, tell).then(say, (error: unknown) => say(failed(error)));
  });
}
