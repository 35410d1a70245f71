/** Plays the session of a command. */

import type { OrderMode } from '../../../slicer/index.ts';
import { type EventOutcome, Session, type TracedKernel } from '../../session/index.ts';
import { cellNames, type SourceSession } from '../../sources/index.ts';
import { SluiceError } from '../../words/index.ts';

/** Applies the events of a session in order, up to execution `last` if given. `each` sees every outcome. */
export async function playEvents(
  kernel: TracedKernel,
  source: SourceSession,
  options: { readonly order?: OrderMode; readonly last?: number },
  each: (outcome: EventOutcome, number: number, session: Session) => void | Promise<void> = () => {},
): Promise<Session> {
  const session = new Session(kernel, options.order);
  const nameOf = cellNames(source);
  kernel.label = (cell) => `cell ${nameOf(cell)}`;
  for (const [index, event] of source.events.entries()) {
    if (options.last !== undefined && session.executions >= options.last) break;
    if (event.type === 'run' && kernel.left !== null)
      throw new SluiceError(`${kernel.left.message}; nothing after it was played`, 3);
    await each(await session.apply(event), index + 1, session);
  }
  return session;
}
