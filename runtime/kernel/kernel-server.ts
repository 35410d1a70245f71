/** A Jupyter server for starting kernels: the embedded one, or one named by the user. It does not run code. */

import { chooseInterpreter, type OnProgress, serverPythonFor, sluiceHome } from '../python/index.ts';
import { SluiceError } from '../words/index.ts';
import { type Keeping, OWN_KERNEL_NAME, startEmbeddedServer } from './embedded-server.ts';
import { type KeptKernel, keptKernels } from './kept-kernels.ts';
import { KernelClient } from './kernel-client.ts';
import {
  addressOf,
  type ClientHost,
  hostFor,
  type KernelOptions,
  reachable,
  type ServerLocation,
} from './kernel-host.ts';
import type { KernelLanguage } from './kernel-readiness.ts';
import { LastingServer } from './lasting-server.ts';
import { parseServerAddress } from './server-address.ts';
import {
  deleteKernel,
  fetchFacts,
  fetchKernelSpecs,
  findKernel,
  type KernelFacts,
  type KernelSpecs,
  type ServerAddress,
} from './server-api.ts';
import { unknownKernel } from './server-failures.ts';
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

/** The server at a location. `python`: the interpreter of its default kernel. */
export function serverAt(server: ServerLocation, python: string | null = null): KernelServer {
  const clients = new Set<KernelClient>();
  const kept = (client: KernelClient): KernelClient => {
    clients.add(client);
    client.onShutdown(async () => {
      clients.delete(client);
    });
    return client;
  };
  const terminals = new Terminals(() => reachable(server));
  return {
    kind: server.embedded === null ? 'existing' : 'embedded',
    python,
    terminals,
    get url() {
      return addressOf(server).url;
    },
    kernelSpecs: async () => fetchKernelSpecs(await reachable(server)),
    async startKernel(options = {}) {
      const { kernelName } = options;
      if (kernelName !== undefined && !kernelName.startsWith(`${OWN_KERNEL_NAME}:`))
        await checkKernelName(await reachable(server), kernelName);
      if (options.notebook !== undefined) await endForgotten(options.notebook());
      return kept(await startOnFreePorts(hostFor(server, options)));
    },
    async joinKernel(kernelId, options = {}) {
      if ((await findKernel(await reachable(server), kernelId)) !== 'running') return null;
      const model = { id: kernelId, name: options.kernelName ?? '' };
      return kept(await KernelClient.join(hostFor(server, options), model));
    },
    async rejoinKernel(former, options = {}) {
      const found = await findFormer(former);
      if (found === null) return null;
      const { id, language } = former;
      const host = hostFor(server, options, found.kept);
      const client = KernelClient.rejoin(host, { id, name: options.kernelName ?? '' }, language);
      return { client: kept(client), hasRunning: found.hasRunning };
    },
    async facts() {
      const addresses = keptKernels(sluiceHome()).map(({ address }) => address);
      if (server.embedded !== null) addresses.push(addressOf(server));
      const places = new Map(addresses.map((address) => [address.url, address]));
      return (await Promise.all([...places.values()].map(fetchFacts))).flat();
    },
    async close() {
      await Promise.all([...clients].map((client) => client.shutdown()));
      // the embedded server ends its own
      if (server.embedded === null) await terminals.endAll();
      await server.embedded?.close();
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
