/** Reads the session of a command. It runs nothing. */

import { ensurePrivatePython } from '../../python/index.ts';
import { readSource, type SessionList, type SourceSession } from '../../sources/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { SourceOptions } from '../options/source-options.ts';
import { saySource } from '../terminal/opening-note.ts';
import { progress } from '../terminal/progress.ts';

/** What reading needs of a command. */
type NamedSource = Pick<SourceOptions, 'source' | 'session' | 'python'>;

/** Reads the source of a command; a history without `--session` gives its list. */
export async function readCommandSource(command: NamedSource): Promise<SourceSession | SessionList> {
  const source = await readSource(command.source, {
    session: command.session,
    python: () => command.python ?? ensurePrivatePython(progress),
  });
  return saySource(source);
}

/** Reads the source of a command that needs one session. */
export async function readOneSession(command: NamedSource): Promise<SourceSession> {
  const source = await readCommandSource(command);
  if (source.type === 'session') return source;
  const numbers = source.sessions.map(({ session }) => session);
  const range = numbers.length === 0 ? 'it has none' : `it has ${numbers[0]} to ${numbers.at(-1)}`;
  throw new SluiceError(`${command.source} is a history: choose a session with --session N (${range})`);
}
