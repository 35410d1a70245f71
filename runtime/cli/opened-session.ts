/** Opens what a command works on: the source's session, a kernel server and a traced kernel in a private copy of its folder. */

import { dirname } from 'node:path';
import type { OrderMode } from '../../slicer/index.ts';
import { SluiceError } from '../errors.ts';
import { type KernelServer, openServer } from '../kernel/index.ts';
import { ensurePrivatePython } from '../python/index.ts';
import {
  copyFolder,
  type EventOutcome,
  Session,
  StaticRecorder,
  TracedKernel,
  type WorkingCopy,
} from '../session/index.ts';
import { readSource, type SessionEvent, type SessionList, type SourceSession } from '../sources/index.ts';
import type { CommonOptions, SourceOptions } from './arguments.ts';
import { progress } from './progress.ts';

/** Reads the source of a command; a history without `--session` gives its list. */
export async function readCommandSource(command: SourceOptions): Promise<SourceSession | SessionList> {
  const python = command.python ?? (await ensurePrivatePython(progress));
  return readSource(command.source, { session: command.session, python });
}

/** Reads the source of a command that needs one session. */
export async function readOneSession(command: SourceOptions): Promise<SourceSession> {
  const source = await readCommandSource(command);
  if (source.type === 'session') return source;
  const numbers = source.sessions.map(({ session }) => session);
  const range = numbers.length === 0 ? 'it has none' : `it has ${numbers[0]} to ${numbers.at(-1)}`;
  throw new SluiceError(`${command.source} is a history: choose a session with --session N (${range})`);
}

/** A server with what was opened on it; `close` ends all of it. */
export class Workplace {
  readonly #server: KernelServer;
  readonly #options: CommonOptions;
  readonly #kernelName: string | undefined;
  /** The folder of the source. */
  readonly folder: string;
  readonly #copies: WorkingCopy[] = [];

  private constructor(
    server: KernelServer,
    options: CommonOptions,
    kernelName: string | undefined,
    folder: string,
  ) {
    this.#server = server;
    this.#options = options;
    this.#kernelName = kernelName;
    this.folder = folder;
  }

  /** Opens the server that the options name. `path`: the source; kernels start in (a copy of) its folder. */
  static async open(options: CommonOptions, path: string): Promise<Workplace> {
    const { server, python } = options;
    const opened = await openServer({
      ...(server ? { server } : {}),
      ...(python !== undefined ? { python } : {}),
      onProgress: progress,
    });
    return new Workplace(opened, options, options.kernelName, dirname(path));
  }

  /** A copy of the folder as it is now. */
  copy(): WorkingCopy {
    const copy = copyFolder(this.folder);
    this.#copies.push(copy);
    return copy;
  }

  /** A kernel in a folder, with probes as the options say (or none). */
  async kernel(cwd: string, mode = this.#options.trace): Promise<TracedKernel> {
    const client = await this.#server.startKernel({
      cwd,
      ...(this.#kernelName !== undefined ? { kernelName: this.#kernelName } : {}),
    });
    if (client.language.name !== '' && client.language.name !== 'python') {
      throw new SluiceError(`the kernel runs ${client.language.name}; Sluice needs a Python kernel`, 3);
    }
    return TracedKernel.attach(client, mode, new StaticRecorder(), this.#options.effects);
  }

  /** Ends kernels and the embedded server, and deletes copies. */
  async close(): Promise<void> {
    await this.#server.close();
    for (const copy of this.#copies) copy.remove();
  }
}

/** Opens a workplace for the time of an action, and closes it whatever happens. */
export async function withWorkplace<T>(
  options: CommonOptions,
  path: string,
  action: (workplace: Workplace) => Promise<T>,
): Promise<T> {
  const workplace = await Workplace.open(options, path);
  try {
    return await action(workplace);
  } finally {
    await workplace.close();
  }
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
