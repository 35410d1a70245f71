/**
 * A page's line to a notebook or session: it answers each question once, and reports mistakes. It does not
 * know the content of messages.
 */

import { messageOf } from '../../words/index.ts';
import type { Answer, FromPage, Operation, Question } from '../messages/messages.ts';
import type { Listener, PageLine } from './live-notebook.ts';
import type { Ongoing } from './ongoing.ts';

/** The other end of the line. Both functions may throw a {@link SluiceError}. */
export interface LineEnd {
  /** Long questions, which end when the page cancels them or goes. */
  readonly ongoing: Ongoing;
  answer(question: Question, from: Listener): Promise<Answer>;
  operate(operation: DoneOperation, from: Listener): Promise<void>;
  /** The page has gone. */
  left(): void;
}

/** The operations for the other end, without cancelling, which happens here. */
export type DoneOperation = Exclude<Operation, { readonly op: 'cancel' }>;

/** The line of a page with this `listener`. */
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
