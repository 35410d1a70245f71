/** A Jupyter server for starting kernels: the embedded one, or one named by the user. It does not run code. */
import { join } from 'node:path';
import { findPackageRoot, MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';
import { SluiceError } from '../errors.ts';
import { chooseInterpreter, type OnProgress, serverPythonFor, sluiceHome } from '../python/index.ts';
import { endOfLog, type Keeping, lastLine, OWN_KERNEL_NAME, startEmbeddedServer } from './embedded-server.ts';
import { type KeptKernel, keptKernels } from './kept-kernels.ts';
import { type ClientHost, KernelClient } from './kernel-client.ts';
import type { KernelLanguage } from './kernel-readiness.ts';
import { LastingServer } from './lasting-server.ts';
import { OUTPUT_LIMIT } from './left-out.ts';
import { parseServerAddress } from './server-address.ts';
import {
  createKernel,
  deleteKernel,
  fetchFacts,
  fetchKernelSpecs,
  findKernel,
  type KernelFacts,
  type KernelSpecs,
  type ServerAddress,
} from './server-api.ts';
import { describeExit, unknownKernel } from './server-failures.ts';
import { Terminals } from './terminals.ts';

/** The server, and for the embedded one, its Python. */
export interface ServerOptions {
  /** An existing Jupyter server, hub or gateway. */
  readonly server?: { readonly url: string; readonly token?: string };
  /** The interpreter of the default kernel of the embedded server. */
  readonly python?: string;
  /** The kernels of the embedded server with a notebook outlive this process, for this time without work. */
  readonly keeping?: Keeping;
  /** Whether the embedded server has terminals. */
  readonly hasTerminals?: boolean;
  /** Receives one line per slow step (making the private environment). */
  readonly onProgress?: OnProgress;
}

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

/** What is known of a kept kernel that a notebook had. */
export interface FormerKernel {
  readonly id: string;
  /** The number of its last run whose end is known. */
  readonly ran: number;
  /** The request of the run in progress. */
  readonly running: string | null;
  readonly language: KernelLanguage;
}

/** A kept kernel. `hasRunning`: the request of the run in progress has reached the kernel. */
export interface Rejoined {
  readonly client: KernelClient;
  readonly hasRunning: boolean;
}

/** An open server. Close it to end an embedded one before this process ends. */
export interface KernelServer {
  readonly kind: 'embedded' | 'existing';
  readonly url: string;
  /** The interpreter of the default kernel; null if unknown. */
  readonly python: string | null;
  readonly terminals: Terminals;
  /** The kernels that the server can start. */
  kernelSpecs(): Promise<KernelSpecs>;
  /** @throws {SluiceError} 3 when there is no such kernel, or it does not start. */
  startKernel(options?: KernelOptions): Promise<KernelClient>;
  /**
   * Joins a running kernel of the server; null if it is gone. `options` are for its restarts. @throws
   * {SluiceError} 3 when it does not answer, perhaps because it is busy.
   */
  joinKernel(kernelId: string, options?: KernelOptions): Promise<KernelClient | null>;
  /**
   * Comes back to a kernel that was kept; null if it is gone, or other code has run in it, which ends it.
   * `options` are for its restarts.
   */
  rejoinKernel(former: FormerKernel, options?: KernelOptions): Promise<Rejoined | null>;
  /** The kernels of this machine: of the embedded server, and all kept ones. */
  facts(): Promise<readonly KernelFacts[]>;
  /** Shuts down the kernels started here, terminals, and the embedded server, unless it has kept kernels. */
  close(): Promise<void>;
}

/**
 * Connects to the server in `options`, or starts the embedded one. @throws {SluiceError} 3 when the server is
 * not reachable, refuses the token, or has no Python to run; 2 for a bad address.
 */
export async function openServer(options: ServerOptions = {}): Promise<KernelServer> {
  if (options.server !== undefined) {
    const address = parseServerAddress(options.server.url, options.server.token);
    await fetchKernelSpecs(address);
    return serverAt({ embedded: null, address });
  }
  const onProgress = options.onProgress ?? (() => {});
  const interpreter = await chooseInterpreter(options.python, onProgress);
  const python = await serverPythonFor(interpreter, onProgress);
  const { keeping = null, hasTerminals } = options;
  const embedded = await LastingServer.open(() =>
    startEmbeddedServer(python, interpreter, keeping, hasTerminals),
  );
  return serverAt({ embedded, address: null }, interpreter.path);
}

/** Opens a server for one kernel; `client.shutdown()` closes both. */
export async function startKernel(options: ServerOptions & KernelOptions = {}): Promise<KernelClient> {
  const server = await openServer(options);
  try {
    const client = await server.startKernel(options);
    client.onShutdown(() => server.close());
    return client;
  } catch (error) {
    await server.close();
    throw error;
  }
}

const START_ATTEMPTS = 3;

/** The location of a server: another one's fixed address, or the embedded one, which may have to be started again. */
export type Place =
  | { readonly embedded: null; readonly address: ServerAddress }
  | { readonly embedded: LastingServer; readonly address: null };

/** The present address. */
function addressOf({ embedded, address }: Place): ServerAddress {
  return embedded?.last ?? address!;
}

/** The address of an available server. @throws {SluiceError} 3 */
async function reachable(place: Place): Promise<ServerAddress> {
  await place.embedded?.running();
  return addressOf(place);
}

/** The server at a location. `python`: the interpreter of its default kernel. */
export function serverAt(place: Place, python: string | null = null): KernelServer {
  const clients = new Set<KernelClient>();
  const kept = (client: KernelClient): KernelClient => {
    clients.add(client);
    client.onShutdown(async () => {
      clients.delete(client);
    });
    return client;
  };
  const terminals = new Terminals(() => reachable(place));
  return {
    kind: place.embedded === null ? 'existing' : 'embedded',
    python,
    terminals,
    get url() {
      return addressOf(place).url;
    },
    kernelSpecs: async () => fetchKernelSpecs(await reachable(place)),
    async startKernel(options = {}) {
      const { kernelName } = options;
      if (kernelName !== undefined && !kernelName.startsWith(`${OWN_KERNEL_NAME}:`))
        await checkKernelName(await reachable(place), kernelName);
      if (options.notebook !== undefined) await endForgotten(options.notebook());
      return kept(await startOnFreePorts(hostFor(place, options)));
    },
    async joinKernel(kernelId, options = {}) {
      if ((await findKernel(await reachable(place), kernelId)) !== 'running') return null;
      const model = { id: kernelId, name: options.kernelName ?? '' };
      return kept(await KernelClient.join(hostFor(place, options), model));
    },
    async rejoinKernel(former, options = {}) {
      const found = await findFormer(former);
      if (found === null) return null;
      const { id, language } = former;
      const host = hostFor(place, options, found.kept);
      const client = KernelClient.rejoin(host, { id, name: options.kernelName ?? '' }, language);
      return { client: kept(client), hasRunning: found.hasRunning };
    },
    async facts() {
      const addresses = keptKernels(sluiceHome()).map(({ address }) => address);
      if (place.embedded !== null) addresses.push(addressOf(place));
      const places = new Map(addresses.map((address) => [address.url, address]));
      return (await Promise.all([...places.values()].map(fetchFacts))).flat();
    },
    async close() {
      await Promise.all([...clients].map((client) => client.shutdown()));
      // the embedded server ends its own
      if (place.embedded === null) await terminals.endAll();
      await place.embedded?.close();
    },
  };
}

/**
 * Retries the start, because Jupyter finds free ports and releases them before the kernel takes them, and
 * another kernel may be faster.
 */
async function startOnFreePorts(host: ClientHost): Promise<KernelClient> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await KernelClient.start(host);
    } catch (error) {
      const isTaken = error instanceof SluiceError && /Address already in use/.test(error.message);
      if (!isTaken || attempt === START_ATTEMPTS) throw error;
    }
  }
}

/** Ends a kept kernel, whichever server has it. */
export async function endKeptKernel(id: string): Promise<void> {
  const kept = keptKernels(sluiceHome()).find(({ kernel }) => kernel === id);
  if (kept !== undefined) await deleteKernel(kept.address, id);
}

/** Ends kernels of a notebook that no client has, and that its log does not know: nobody comes back to them. */
async function endForgotten(notebook: string): Promise<void> {
  for (const { kernel, address } of keptKernels(sluiceHome()).filter((kept) => kept.notebook === notebook)) {
    const facts = (await fetchFacts(address)).find(({ id }) => id === kernel);
    if (facts?.connections === 0) await deleteKernel(address, kernel);
  }
}

async function findFormer({
  id,
  ran,
  running,
}: FormerKernel): Promise<{ readonly kept: KeptKernel; readonly hasRunning: boolean } | null> {
  const kept = keptKernels(sluiceHome()).find(({ kernel }) => kernel === id);
  if (kept === undefined) return null;
  const facts = (await fetchFacts(kept.address)).find((each) => each.id === id);
  if (facts === undefined) return null;
  const hasRunning = running !== null && facts.runs.includes(running);
  const { executions } = facts;
  // a request that waits in the kernel has no number yet
  if (executions === ran || (hasRunning && executions === ran + 1)) return { kept, hasRunning };
  await deleteKernel(kept.address, id);
  return null;
}

async function checkKernelName(address: ServerAddress, name: string): Promise<void> {
  const { specs } = await fetchKernelSpecs(address);
  const names = specs.map((spec) => spec.name);
  if (!names.includes(name)) {
    throw new SluiceError(
      unknownKernel(
        name,
        names.filter((other) => other !== OWN_KERNEL_NAME),
      ),
      3,
    );
  }
}

function hostFor(
  place: Place,
  {
    kernelName,
    cwd,
    isPrivate = false,
    env = {},
    through = [],
    keepsHistory = false,
    outputLimit = OUTPUT_LIMIT,
    notebook,
  }: KernelOptions,
  joined: KeptKernel | null = null,
): ClientHost {
  if (place.embedded === null) {
    const { address } = place;
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
  const { embedded } = place;
  // the server of a kept kernel is that of an earlier process, until the kernel dies
  let former = joined;
  return {
    get address() {
      return former?.address ?? addressOf(place);
    },
    launch: async () => {
      former = null;
      const name = kernelName ?? OWN_KERNEL_NAME;
      const surroundings = {
        cwd: cwd ?? process.cwd(),
        env,
        through,
        keepsHistory,
        notebook: notebook?.() ?? null,
      };
      return createKernel(await reachable(place), name, surroundings);
    },
    preparation: null,
    acknowledges: false,
    isKept: notebook !== undefined,
    outputLimit,
    lastWords: () => (former === null ? embedded.last.lastWords() : lastLine(endOfLog(former.log))),
    watchExit(kernelId, onExit) {
      if (former !== null) return () => {};
      let active = true;
      const tell = (reason: string) => {
        if (active) onExit(reason);
      };
      const server = embedded.last;
      const removers = [
        server.onKernelExit((exit) => {
          if (exit.kernelId === kernelId) tell(describeExit(exit.exitCode));
        }),
        server.onExit(() => tell('the embedded Jupyter server has ended')),
      ];
      return () => {
        active = false;
        for (const remove of removers) remove();
      };
    },
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
