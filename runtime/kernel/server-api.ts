/**
 * The few calls of the Jupyter REST API that Sluice needs, with failures as one-line errors. It keeps no
 * state and opens no websocket.
 */
import { isAbsolute } from 'node:path';
import { check, count, list, number, object, orNull, type Schema, text } from '../../instrument/index.ts';
import { SluiceError } from '../words/index.ts';
import { cannotReach, noTerminals, notJupyter, tokenRefused } from './server-failures.ts';

/** The address of a server, and the token for it. */
export interface ServerAddress {
  /** Base address, ending in `/`. */
  readonly url: string;
  readonly token: string;
  /** The interpreter of an embedded server. */
  readonly python?: string;
}

/** A kernel that the server can start. */
export interface KernelSpecSummary {
  readonly name: string;
  readonly displayName: string;
  /** Lower case, `python` for Python. */
  readonly language: string;
  /** The interpreter that its command names by a whole path; null: it names another program. */
  readonly python: string | null;
}

/** The kernels of a server, and its default one. */
export interface KernelSpecs {
  readonly defaultName: string;
  readonly specs: readonly KernelSpecSummary[];
}

/** The server's description of a running kernel. */
export interface KernelModel {
  readonly id: string;
  readonly name: string;
}

const REQUEST_MS = 20_000;
/** Starting a kernel may mean starting a machine on a hub or gateway. */
const START_MS = 120_000;

/** @throws {SluiceError} 3 when the server cannot be reached, refuses the token or is no Jupyter server. */
export async function fetchKernelSpecs(address: ServerAddress): Promise<KernelSpecs> {
  const response = await call(address, 'api/kernelspecs', { method: 'GET' }, REQUEST_MS);
  const body = response.ok ? await parse(response) : null;
  if (!isSpecs(body)) throw new SluiceError(notJupyter(address.url, response.status), 3);
  const specs = Object.entries(body.kernelspecs).map(([name, { spec }]) => ({
    name,
    displayName: spec?.display_name ?? name,
    language: (spec?.language ?? '').toLowerCase(),
    python: pythonIn(spec?.argv),
  }));
  return { defaultName: body.default, specs };
}

interface SpecsBody {
  readonly default: string;
  readonly kernelspecs: Record<
    string,
    { spec?: { display_name?: string; language?: string; argv?: readonly unknown[] } }
  >;
}

function pythonIn(argv: readonly unknown[] | undefined): string | null {
  const [program] = Array.isArray(argv) ? argv : [];
  return typeof program === 'string' && isAbsolute(program) ? program : null;
}

function isSpecs(body: unknown): body is SpecsBody {
  return typeof body === 'object' && body !== null && 'default' in body && 'kernelspecs' in body;
}

/**
 * Starts a kernel; `name` undefined means the server's default. `path` is a path in the server's own terms.
 * @throws {SluiceError} 3 with the server's reason.
 */
export async function createKernel(
  address: ServerAddress,
  name: string | undefined,
  path: unknown,
): Promise<KernelModel> {
  const body = JSON.stringify({ name, path });
  const response = await call(address, 'api/kernels', { method: 'POST', body }, START_MS);
  const model = await parse(response);
  if (response.status === 201 && isModel(model)) return model;
  const message =
    typeof model === 'object' && model !== null && 'message' in model && typeof model.message === 'string'
      ? model.message
      : `HTTP ${response.status}`;
  throw new SluiceError(`the kernel could not be started: ${message.split('\n')[0]}`, 3);
}

function isModel(body: unknown): body is KernelModel {
  return typeof body === 'object' && body !== null && 'id' in body && 'name' in body;
}

/** Whether the server still has the kernel; `unreachable` if it does not answer. */
export async function findKernel(
  address: ServerAddress,
  kernelId: string,
): Promise<'running' | 'gone' | 'unreachable'> {
  try {
    const path = `api/kernels/${encodeURIComponent(kernelId)}`;
    const response = await request(address, path, { method: 'GET' }, 2_000);
    if (response.status === 404) return 'gone';
    return response.ok ? 'running' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}

/** The embedded server's description of one of its kernels. */
export interface KernelFacts {
  readonly id: string;
  /** `busy`: a cell runs, or a request waits. */
  readonly state: string;
  /** Bytes of its process and of the processes that it started; null: unknown. */
  readonly memory: number | null;
  /** The number of its clients. */
  readonly connections: number;
  /** The notebook of a kernel that is kept. */
  readonly notebook: string | null;
  /** The number of its last run, for a kernel that is kept. */
  readonly executions: number | null;
  /** The requests to run cells that a kept kernel got, of each cell the last. */
  readonly runs: readonly string[];
}

const KERNELS = 'api/sluice/kernels';

const FACTS: Schema<KernelFacts> = object<KernelFacts>({
  id: text,
  state: text,
  memory: orNull(number),
  connections: count,
  notebook: orNull(text),
  executions: orNull(count),
  runs: list(text),
});

/** The embedded server's kernels; empty if it does not answer. */
export async function fetchFacts(address: ServerAddress): Promise<readonly KernelFacts[]> {
  try {
    const response = await request(address, KERNELS, { method: 'GET' }, REQUEST_MS);
    const found = check(list(FACTS), await parse(response));
    return found.type === 'ok' ? found.value : [];
  } catch {
    return [];
  }
}

/**
 * Has the embedded server send its client what it missed, and all of the run of the request `running`.
 * @throws {SluiceError} 3
 */
export async function replayMissed(
  address: ServerAddress,
  kernelId: string,
  running: string | null,
): Promise<void> {
  await tellKernel(address, `${kernelId}/replay`, { running });
}

/** Tells the embedded server the new path of a kernel's notebook. @throws {SluiceError} 3 */
export async function renameNotebook(
  address: ServerAddress,
  kernelId: string,
  notebook: string,
): Promise<void> {
  await tellKernel(address, kernelId, { notebook });
}

async function tellKernel(address: ServerAddress, path: string, body: object): Promise<void> {
  const init = { method: 'POST', body: JSON.stringify(body) };
  const response = await call(address, `${KERNELS}/${path}`, init, REQUEST_MS);
  if (!response.ok) throw new SluiceError(`the kernel's server answers with HTTP ${response.status}`, 3);
}

/** Shuts a kernel down. A missing kernel or server is no error. */
export async function deleteKernel(address: ServerAddress, kernelId: string): Promise<void> {
  try {
    const path = `api/kernels/${encodeURIComponent(kernelId)}`;
    await request(address, path, { method: 'DELETE' }, REQUEST_MS);
  } catch {
    // The server is gone: there is nothing to shut down.
  }
}

const TERMINALS = 'api/terminals';

const TERMINAL: Schema<{ readonly name: string }> = object<{ readonly name: string }>({ name: text });

/** Starts a shell in a folder, or elsewhere if the server does not see the folder; returns its name. @throws {SluiceError} 3 */
export async function createTerminal(address: ServerAddress, cwd: string): Promise<string> {
  const init = { method: 'POST', body: JSON.stringify({ cwd }) };
  const response = await call(address, TERMINALS, init, REQUEST_MS);
  if (response.status === 404) throw new SluiceError(noTerminals(address.url, address.python), 3);
  const found = check(TERMINAL, await parse(response));
  if (response.ok && found.type === 'ok') return found.value.name;
  throw new SluiceError(`the terminal could not be started: the server answers HTTP ${response.status}`, 3);
}

/** The names of all terminals of a server. @throws {SluiceError} 3 */
export async function listTerminals(address: ServerAddress): Promise<readonly string[]> {
  const response = await call(address, TERMINALS, { method: 'GET' }, REQUEST_MS);
  const found = check(list(TERMINAL), response.ok ? await parse(response) : null);
  return found.type === 'ok' ? found.value.map(({ name }) => name) : [];
}

/** Ends a terminal with its processes. A missing terminal or server is no error. */
export async function deleteTerminal(address: ServerAddress, name: string): Promise<void> {
  try {
    await request(address, `${TERMINALS}/${encodeURIComponent(name)}`, { method: 'DELETE' }, REQUEST_MS);
  } catch {
    // the server is gone, and its terminals with it
  }
}

async function call(
  address: ServerAddress,
  path: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<Response> {
  let response: Response;
  try {
    response = await request(address, path, init, timeoutMs);
  } catch (error) {
    throw new SluiceError(cannotReach(address.url, error), 3);
  }
  if (response.status === 401 || response.status === 403) {
    throw new SluiceError(tokenRefused(address.url, address.token), 3);
  }
  return response;
}

function request(
  address: ServerAddress,
  path: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<Response> {
  return fetch(new URL(path, address.url), {
    ...init,
    headers: {
      'Content-Type': 'application/json',
      ...(address.token === '' ? {} : { Authorization: `token ${address.token}` }),
    },
    signal: AbortSignal.timeout(timeoutMs),
  });
}

async function parse(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}
