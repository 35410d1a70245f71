/** Plays the session that a command works on. */

import type { OrderMode } from '../../slicer/index.ts';
import { type EventOutcome, Session, type TracedKernel } from '../session/index.ts';
import type { SessionEvent } from '../sources/index.ts';

/** Applies the events of a session in order, up to execution `last` if given. `each` sees every outcome. */
export async function playEvents(
  kernel: TracedKernel,
  events: readonly SessionEvent[],
  options: { readonly order?: OrderMode; readonly last?: number },
  each: (outcome: EventOutcome, number: number, session: Session) => void | Promise<void> = () => {},
): Promise<Session> {
  const session = new Session(kernel, options.order);
  for (const [index, event] of events.entries()) {
    if (options.last !== undefined && session.executions >= options.last) break;
    await each(await session.apply(event), index + 1, session);
  }
  return session;
}
