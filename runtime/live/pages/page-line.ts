/** A page's line to what it looks at: questions are answered once each, what is wrong is said. It does not know what is asked or done. */

import { messageOf } from '../../errors.ts';
import type { Answer, FromPage, Operation, Question } from '../messages/messages.ts';
import type { Listener, PageLine } from './live-notebook.ts';
import type { Ongoing } from './ongoing.ts';

/** What is at the other end of the line. Both may throw a {@link SluiceError}. */
export interface LineEnd {
  /** Long work of questions, which ends when the page gives it up or goes. */
  readonly ongoing: Ongoing;
  answer(question: Question, from: Listener): Promise<Answer>;
  operate(operation: DoneOperation, from: Listener): Promise<void>;
  /** The page has gone. */
  left(): void;
}

/** What is left to be done: questions are given up here. */
export type DoneOperation = Exclude<Operation, { readonly op: 'cancel' }>;

/** The line of a page that hears by `listener`. */
export function pageLine(listener: Listener, end: LineEnd): PageLine {
  return {
    receive: (message) => {
      take(message, listener, end).catch((error: unknown) => {
        listener({ type: 'error', message: messageOf(error) });
      });
    },
    close: () => {
      end.left();
      end.ongoing.leave(listener);
    },
  };
}

async function take(message: FromPage, from: Listener, end: LineEnd): Promise<void> {
  if ('ask' in message) {
    const answer = await end
      .answer(message, from)
      .catch((error: unknown): Answer => ({ to: 'failed', message: messageOf(error) }));
    from({ type: 'answer', id: message.id, answer });
  } else if (message.op === 'cancel') end.ongoing.cancel(from, message.question);
  else await end.operate(message, from);
}
