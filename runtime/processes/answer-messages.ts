/** The other side of a `HelperProcess`: answers the messages of the process that has started this one. It knows nothing of what is asked. */

import type { HelperProgress } from './helper-process.ts';

/** Answers each message; `tell` says before how far that is. `failed`: what is said where there is no answer. */
export function answerMessages<To, From extends object>(
  answer: (message: To, tell: (text: string) => void) => Promise<From>,
  failed: (error: unknown) => From,
): void {
  const say = (said: From | HelperProgress): void => {
    if (process.connected) process.send?.(said);
  };
  const tell = (text: string): void => say({ type: 'progress', text });
  process.on('message', (message: To) => {
    answer(message, tell).then(say, (error: unknown) => say(failed(error)));
  });
}
