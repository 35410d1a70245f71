/** Opens the session that a command works on, and plays it. */

import type { OrderMode } from '../../slicer/index.ts';
import { SluiceError } from '../errors.ts';
import { ensurePrivatePython } from '../python/index.ts';
import { type EventOutcome, Session, type TracedKernel } from '../session/index.ts';
import { readSource, type SessionEvent, type SessionList, type SourceSession } from '../sources/index.ts';
import type { SourceOptions } from './arguments.ts';
import { progress } from './progress.ts';

/** Reads the source of a command; a history without `--session` gives its list. */
export async function readCommandSource(command: SourceOptions): Promise<SourceSession | SessionList> {
  return readSource(command.source, {
    session: command.session,
    python: () => command.python ?? ensurePrivatePython(progress),
  });
}

/** Reads the source of a command that needs one session. */
export async function readOneSession(command: SourceOptions): Promise<SourceSession> {
  const source = await readCommandSource(command);
  if (source.type === 'session') return source;
  const numbers = source.sessions.map(({ session }) => session);
  const range = numbers.length === 0 ? 'it has none' : `it has ${numbers[0]} to ${numbers.at(-1)}`;
  throw new SluiceError(`${command.source} is a history: choose a session with --session N (${range})`);
}

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
