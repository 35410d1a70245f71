/**
 * Starts the embedded Jupyter server as a child process and watches it. It does not talk to kernels; clients
 * use the server's address and token like any other server's.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { nanoid } from 'nanoid';
import {
  checkJson,
  count,
  findPackageRoot,
  object,
  only,
  orNull,
  readPlainText,
  type Schema,
  tagged,
  text,
  whole,
} from '../../instrument/index.ts';
import { killProcess } from '../platform/index.ts';
import type { KernelInterpreter } from '../python/index.ts';
import { SluiceError } from '../words/index.ts';
import { Listeners } from './listeners.ts';

/** The name of the kernel for the interpreter that Sluice chose. */
export const OWN_KERNEL_NAME = 'sluice-python';

/** The name of the kernel for another interpreter. */
export function kernelNameOf(python: string): string {
  return `${OWN_KERNEL_NAME}:${python}`;
}

/** How a kernel process ended: an exit code, minus the number of a signal, or null when unknown. */
export interface KernelExit {
  readonly kernelId: string;
  readonly exitCode: number | null;
}

/** A running embedded server. */
export interface EmbeddedServer {
  readonly url: string;
  readonly token: string;
  /** Its interpreter. */
  readonly python: string;
  /** Calls `listener` when a kernel process ends without a request. Returns a function to stop. */
  onKernelExit(listener: (exit: KernelExit) => void): () => void;
  /**
   * Calls `listener` when the server process has ended, for any reason, also if it ended before. Returns a
   * function to stop.
   */
  onExit(listener: () => void): () => void;
  /** The last messages of the server and its kernels outside of cells: the reason why a kernel did not start. */
  lastWords(): string;
  /** Shuts down all kernels, then the server; a server with kept kernels goes on. */
  close(): Promise<void>;
}

/** Where kernels are noted that outlive this process, and for how long they do while they are idle. */
export interface Keeping {
  readonly folder: string;
  readonly hours: number;
}

const READY_MS = 60_000;
/** Longer than the launcher's own deadline. */
const CLOSE_MS = 8_000;
const TAIL_LENGTH = 8_192;

/**
 * Starts the server from `privatePython`; `interpreter` becomes the kernel {@link OWN_KERNEL_NAME}. The token
 * goes through a pipe, so no process list shows it. Terminals end with this process. @throws {SluiceError} 3
 * when the server does not come up.
 */
export async function startEmbeddedServer(
  privatePython: string,
  interpreter: KernelInterpreter,
  keeping: Keeping | null = null,
  hasTerminals = false,
): Promise<EmbeddedServer> {
  const script = join(findPackageRoot(), 'runtime', 'kernel', 'embedded_server.py');
  // Isolated mode: PYTHONPATH and PYTHONHOME are meant for the user's code, which runs in the kernels.
  const log = keeping === null ? null : placeOfLog(keeping.folder);
  const child = spawn(privatePython, ['-I', script], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // signals of a terminal are not for a server that may outlive this process
    detached: log !== null,
    windowsHide: true,
  });
  const token = nanoid(40);
  const exits = new Listeners<KernelExit>();
  const ends = new Listeners<void>();
  let isGone = false;
  const first = keepTail(child.stderr);
  const tail = () => first() + (log === null ? '' : endOfLog(log));
  const exited = new Promise<void>((resolve) => {
    child.on('error', () => resolve());
    child.on('exit', () => resolve());
  });
  // Not at `close`: a background process of a cell may hold the pipes for ever.
  void exited.then(() => {
    isGone = true;
    child.stdout.destroy();
    child.stderr.destroy();
    ends.tell();
  });
  // the exit of a server shows its early end
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on('error', () => {});
  const keeps = keeping && { ...keeping, log };
  child.stdin.write(`${JSON.stringify({ ...order(token, interpreter), terminals: hasTerminals, keeps })}\n`);
  let left = (): void => {};
  const isLeft = new Promise<void>((resolve) => {
    left = resolve;
  });
  const ready = await readReady(child, exits, left);
  if (ready === null) {
    await stop(child, exited);
    throw new SluiceError(`the embedded Jupyter server did not start: ${lastLine(tail())}`, 3);
  }
  // The server removes its own files, unless it is killed.
  void exited.then(() => rmSync(ready.directory, { recursive: true, force: true }));
  return {
    url: `http://127.0.0.1:${ready.port}/`,
    token,
    python: privatePython,
    onKernelExit: (listener) => exits.add(listener),
    // (not by a promise, which would hold its listeners for as long as the server runs)
    onExit: (listener) => {
      if (isGone) void exited.then(listener);
      return ends.add(listener);
    },
    lastWords: () => lastLine(tail()),
    close: () => (keeping === null ? stop(child, exited) : leave(child, exited, isLeft)),
  };
}

/** The path of a new file for what kernels print outside of cells. */
function placeOfLog(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return join(folder, `${nanoid(10)}.log`);
}

/** The last informative part of a log. */
export function endOfLog(file: string): string {
  try {
    return readPlainText(file, MOST_OF_LOG).slice(-TAIL_LENGTH);
  } catch {
    return '';
  }
}

const MOST_OF_LOG = 100_000_000;

function order(token: string, interpreter: KernelInterpreter): object {
  return {
    token,
    kernel: {
      name: OWN_KERNEL_NAME,
      argv: [interpreter.path, '-m', 'ipykernel_launcher', '-f', '{connection_file}'],
      display_name: `Python (${interpreter.path})`,
    },
    environments: [
      process.env.VIRTUAL_ENV,
      process.env.CONDA_PREFIX,
      // as for a Jupyter that is installed there
      dirname(dirname(interpreter.path)),
    ].filter((prefix) => prefix),
    ends_all: process.env[ENDS_ALL] !== undefined,
  };
}

/**
 * The variable that makes all processes started by kernels end with the server, so that another person's code
 * leaves nothing running.
 */
export const ENDS_ALL = 'SLUICE_ENDS_ALL';

type ServerProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** The first line, or null when the process ends or stays silent. Later lines go to `exits`. */
function readReady(
  child: ServerProcess,
  exits: Listeners<KernelExit>,
  left: () => void,
): Promise<Ready | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), READY_MS);
    const settle = (ready: Ready | null) => {
      clearTimeout(timer);
      resolve(ready);
    };
    child.on('error', () => settle(null));
    child.on('exit', () => settle(null));
    createInterface(child.stdout).on('line', (line) => {
      const found = checkJson(MESSAGE, line);
      // a line from another writer
      if (found.type === 'malformed') return;
      const message = found.value;
      if (message.type === 'ready') settle(message);
      else if (message.type === 'left') left();
      else exits.tell({ kernelId: message.kernel, exitCode: message.exit_code });
    });
  });
}

interface Ready {
  readonly type: 'ready';
  readonly port: number;
  readonly directory: string;
}

interface Died {
  readonly type: 'kernel-died';
  readonly kernel: string;
  readonly exit_code: number | null;
}

interface Left {
  readonly type: 'left';
}

const MESSAGE: Schema<Ready | Died | Left> = tagged<Ready | Died | Left, 'type'>('type', {
  left: object<Left>({ type: only('left') }),
  ready: object<Ready>({ type: only('ready'), port: count, directory: text }),
  'kernel-died': object<Died>({ type: only('kernel-died'), kernel: text, exit_code: orNull(whole) }),
});

async function stop(child: ServerProcess, exited: Promise<void>): Promise<void> {
  child.stdin.end();
  const late = new AbortController();
  const killer = sleep(CLOSE_MS, undefined, { signal: late.signal }).then(
    () => killProcess(child),
    () => {},
  );
  await exited;
  late.abort();
  await killer;
}

/** Lets go of a server: it ends, unless it has kernels that are kept. */
async function leave(child: ServerProcess, exited: Promise<void>, isLeft: Promise<void>): Promise<void> {
  child.stdin.end();
  await Promise.race([exited, isLeft, sleep(CLOSE_MS, undefined, { ref: false })]);
  child.stdout.destroy();
  child.unref();
}

function keepTail(stream: Readable): () => string {
  let tail = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-TAIL_LENGTH);
  });
  return () => tail;
}

/** The last informative line; kernels also print warnings about their own transport and debugger. */
export function lastLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.findLast((line) => line !== '' && !line.includes('WARNING')) ?? 'it gave no reason';
}
