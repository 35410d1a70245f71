/** The surroundings of a kernel's client: the address of the server, the start of a process, news of its end. */
import { join } from 'node:path';
import { findPackageRoot, MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';
import { endOfLog, lastLine, OWN_KERNEL_NAME } from './embedded-server.ts';
import type { KeptKernel } from './kept-kernels.ts';
import type { KernelHost } from './kernel-watch.ts';
import type { LastingServer } from './lasting-server.ts';
import { OUTPUT_LIMIT } from './left-out.ts';
import { createKernel, type KernelModel, type ServerAddress } from './server-api.ts';
import { describeExit } from './server-failures.ts';

/** The kernel to start, and its surroundings. */
export interface KernelOptions {
  /** An installed kernelspec. Default: the chosen interpreter, or the existing server's default. */
  readonly kernelName?: string;
  /**
   * Absolute path of the working directory. On an existing server the kernel tries it, and stays where it is
   * if it does not exist.
   */
  readonly cwd?: string;
  /** Whether the kernel uses an empty folder if an existing server does not see `cwd`, instead of its start folder. */
  readonly isPrivate?: boolean;
  /** The limit of characters from the beginning of a cell's output. Default: {@link OUTPUT_LIMIT}. */
  readonly outputLimit?: number;
  /** Added to the kernel's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** A program, with arguments, that starts the kernel's own command. Only for the embedded server. */
  readonly through?: readonly string[];
  /** Whether its inputs enter the user's IPython history. Default: no. Only for the embedded server. */
  readonly keepsHistory?: boolean;
  /** The path of the notebook for which a kernel is kept. Only for an embedded server that keeps kernels. */
  readonly notebook?: () => string;
}

/** The location of a server: another one's fixed address, or the embedded one, which may have to be started again. */
export type ServerLocation =
  | { readonly embedded: null; readonly address: ServerAddress }
  | { readonly embedded: LastingServer; readonly address: null };

export function addressOf({ embedded, address }: ServerLocation): ServerAddress {
  return embedded?.last ?? address!;
}

/** The address of an available server. @throws {SluiceError} 3 */
export async function reachable(server: ServerLocation): Promise<ServerAddress> {
  await server.embedded?.running();
  return addressOf(server);
}

/** The client's view of its server. */
export interface ClientHost extends KernelHost {
  /** Starts a process for this client; called again when a dead kernel is restarted. */
  launch(): Promise<KernelModel>;
  /** Hidden code to run after every start, or null. */
  readonly preparation: string | null;
  /** The limit of characters from the beginning of a request's output. */
  readonly outputLimit: number;
  /** Stock servers hold small messages back (see `KernelSocketOptions`). */
  readonly acknowledges: boolean;
  /** Whether its kernels may outlive this process, and have one client at a time. */
  readonly isKept: boolean;
  /** The last messages of the server and its kernels, if known. */
  lastWords(): string | null;
}

/** The host of a client of a kernel on a server. `joined`: the kept kernel that the client comes back to. */
export function hostFor(
  server: ServerLocation,
  options: KernelOptions,
  joined: KeptKernel | null = null,
): ClientHost {
  return server.embedded === null
    ? existingHost(server.address, options)
    : embeddedHost(server.embedded, options, joined);
}

function existingHost(
  address: ServerAddress,
  { kernelName, cwd, isPrivate = false, env = {}, outputLimit = OUTPUT_LIMIT }: KernelOptions,
): ClientHost {
  return {
    address,
    launch: () => createKernel(address, kernelName, undefined),
    preparation: preparationCode(cwd, isPrivate, env),
    acknowledges: true,
    isKept: false,
    outputLimit,
    lastWords: () => null,
    watchExit: () => () => {},
  };
}

function embeddedHost(
  embedded: LastingServer,
  { kernelName, notebook, outputLimit = OUTPUT_LIMIT, ...options }: KernelOptions,
  joined: KeptKernel | null,
): ClientHost {
  const { cwd, env = {}, through = [], keepsHistory = false } = options;
  // the server of a kept kernel is that of an earlier process, until the kernel dies
  let former = joined;
  return {
    get address() {
      return former?.address ?? embedded.last;
    },
    launch: async () => {
      former = null;
      const where = { cwd: cwd ?? process.cwd(), notebook: notebook?.() ?? null };
      const surroundings = { ...where, env, through, keepsHistory };
      await embedded.running();
      return createKernel(embedded.last, kernelName ?? OWN_KERNEL_NAME, surroundings);
    },
    preparation: null,
    acknowledges: false,
    isKept: notebook !== undefined,
    outputLimit,
    lastWords: () => (former === null ? embedded.last.lastWords() : lastLine(endOfLog(former.log))),
    watchExit: (kernelId, onExit) => (former === null ? watchExit(embedded, kernelId, onExit) : () => {}),
  };
}

/** Tells the end of a kernel, or of its server, until the returned function is called. */
function watchExit({ last }: LastingServer, kernelId: string, onExit: (reason: string) => void): () => void {
  let active = true;
  const tell = (reason: string) => {
    if (active) onExit(reason);
  };
  const removers = [
    last.onKernelExit((exit) => {
      if (exit.kernelId === kernelId) tell(describeExit(exit.exitCode));
    }),
    last.onExit(() => tell('the embedded Jupyter server has ended')),
  ];
  return () => {
    active = false;
    for (const remove of removers) remove();
  };
}

const HOLD_BACK = join(findPackageRoot(), 'runtime', 'kernel', 'hold_back.py');

/**
 * Only expressions, so that no name stays in the namespace. If the server lacks the directory, a private
 * kernel uses an empty one. Nothing from an existing directory is imported before a cell runs.
 */
function preparationCode(
  cwd: string | undefined,
  isPrivate: boolean,
  env: Readonly<Record<string, string>>,
): string | null {
  const lines: string[] = [];
  if (Object.keys(env).length > 0) lines.push(`__import__('os').environ.update(${JSON.stringify(env)})`);
  if (cwd !== undefined) {
    const path = JSON.stringify(cwd);
    const isThere = `__import__('os').path.isdir(${path})`;
    const empty = "__import__('tempfile').mkdtemp(prefix='sluice-')";
    const text = JSON.stringify(readPlainText(HOLD_BACK, MOST_OF_SETTINGS));
    const hold = `(lambda scope: (exec(${text}, scope), scope['hold_back'](get_ipython(), {''})))({})`;
    lines.push(`${isThere} and (__import__('os').chdir(${path}), ${hold})`);
    if (isPrivate) lines.push(`${isThere} or __import__('os').chdir(${empty})`);
  }
  return lines.length === 0 ? null : lines.join('\n');
}
