/**
 * Makes and finds Sluice's own Python environment, which hosts the Jupyter server and, by default, kernels.
 * It never touches the user's environments. Installed by pip, Sluice has the environment of its wheel, and
 * makes none.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot, MOST_OF_SETTINGS, readPlainFile, readPlainText } from '../../instrument/index.ts';
import { pythonIn } from '../platform/index.ts';
import { SluiceError } from '../words/index.ts';
import { acquireLock } from './build-lock.ts';
import { findPython } from './find-python.ts';
import { hasJupyterServer, type PythonFacts, versionText } from './inspect-python.ts';
import { ENVIRONMENT_BYTES, explainPipFailure, explainWriteFailure } from './install-failures.ts';
import { makeHome } from './make-home.ts';
import { runProgram } from './run-python.ts';
import { sluiceHome } from './sluice-home.ts';

/** Receives one line per step, meant for standard error. */
export type OnProgress = (line: string) => void;

/** The folder and the source of the environment; the defaults are the product's. */
export interface PrivateEnvironmentOptions {
  /** Directory of environments; default {@link sluiceHome}. */
  readonly home?: string;
  /** A pip requirements file; default `runtime/requirements.txt`. */
  readonly requirements?: string;
  /** The disk space of the environment. */
  readonly bytes?: number;
}

const WHOLE = join(findPackageRoot(), 'runtime', 'requirements.txt');
/** The packages for serving kernels of another Python. */
const SERVER = join(findPackageRoot(), 'runtime', 'server-requirements.txt');
const SERVER_BYTES = 150e6;

const STAMP = 'sluice-complete.json';

/**
 * The path of the private environment's Python; makes the environment if it is missing or the requirements
 * have changed. Safe with several processes: one builds, the others wait. The environment of one requirements
 * file and Python version is one directory, complete when its stamp exists. @throws {SluiceError} 3, one
 * line: no Python, no venv module, no network, disk full, not writable.
 */
export async function ensurePrivatePython(
  onProgress: OnProgress,
  options: PrivateEnvironmentOptions = {},
): Promise<string> {
  const own = ownPython();
  if (own !== null && options.requirements === undefined) return own;
  const home = options.home ?? sluiceHome();
  const requirements = options.requirements ?? WHOLE;
  const prefix = prefixOf(requirements);
  const ready = findComplete(home, prefix);
  if (ready !== null) return ready;
  makeHome(home, options.bytes ?? ENVIRONMENT_BYTES);
  const base = await findPython();
  const directory = join(home, `${prefix}${base.version[0]}.${base.version[1]}`);
  try {
    const lock = await acquireLock(`${directory}.lock`, () =>
      onProgress(`Waiting for another Sluice that is setting up ${directory}`),
    );
    try {
      return findComplete(home, prefix) ?? (await build(directory, requirements, base, onProgress));
    } finally {
      lock.release();
    }
  } catch (error) {
    if (error instanceof SluiceError) throw error;
    throw new SluiceError(explainWriteFailure(home, error), 3);
  }
}

/**
 * A Python for the embedded server, for kernels of another Python: the private environment if it exists;
 * `python` if it has a Jupyter server itself; otherwise a smaller environment, which is made if missing.
 * @throws {SluiceError} 3, one line, as {@link ensurePrivatePython}.
 */
export async function ensureServerPython(
  onProgress: OnProgress,
  python?: string,
  { home = sluiceHome() }: PrivateEnvironmentOptions = {},
): Promise<string> {
  const ready = ownPython() ?? findComplete(home, prefixOf(WHOLE)) ?? findComplete(home, prefixOf(SERVER));
  if (ready !== null) return ready;
  if (python !== undefined && (await hasJupyterServer(python))) return python;
  return ensurePrivatePython(onProgress, { home, requirements: SERVER, bytes: SERVER_BYTES });
}

/** The Python of the environment into which pip installed Sluice; null: Sluice did not come by pip. */
export function ownPython(env: NodeJS.ProcessEnv = process.env): string | null {
  return env.SLUICE_PYTHON || null;
}

/** The Python of the private environment, if it has been made. */
export function madeEnvironment(home: string): string | null {
  return findComplete(home, prefixOf(WHOLE));
}

function prefixOf(requirements: string): string {
  return `python-${createHash('sha256').update(readPlainFile(requirements, MOST_OF_SETTINGS)).digest('hex').slice(0, 12)}-`;
}

/** A complete environment whose interpreter still exists (the base Python may have been uninstalled). */
function findComplete(home: string, prefix: string): string | null {
  if (!isFolder(home)) return null;
  const names = readdirSync(home).filter((name) => name.startsWith(prefix));
  for (const name of names.sort().reverse()) {
    const directory = join(home, name);
    if (existsSync(join(directory, STAMP)) && existsSync(pythonIn(directory))) return pythonIn(directory);
  }
  return null;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

async function build(
  directory: string,
  requirements: string,
  base: PythonFacts,
  onProgress: OnProgress,
): Promise<string> {
  const log = `${directory}.log`;
  // pip of a Sluice that was killed may still write there, until its own files are gone
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  onProgress(`Creating a private Python ${versionText(base)} environment in ${directory}`);
  const env = installEnvironment();
  // -I: no module of the current folder can replace these
  const venv = await runProgram(base.path, ['-I', '-m', 'venv', directory], { env });
  if (venv.code !== 0) {
    const output = venv.stdout + venv.stderr + (venv.failure ?? '');
    writeFileSync(log, output);
    throw new SluiceError(explainPipFailure('create the environment', output, directory, log), 3);
  }
  onProgress(`Installing ${packageNames(requirements).join(', ')} (once; takes a minute or two)`);
  const pip = await runProgram(
    pythonIn(directory),
    // Two retries: without a network the failure should come in seconds.
    [
      '-I',
      '-m',
      'pip',
      'install',
      '--disable-pip-version-check',
      '--no-input',
      '--retries',
      '2',
      '-r',
      requirements,
    ],
    { env, onLine: (line) => reportUnpacking(line, onProgress) },
  );
  writeFileSync(log, pip.stdout + pip.stderr);
  if (pip.code !== 0) {
    throw new SluiceError(
      explainPipFailure('install Python packages', pip.stdout + pip.stderr, directory, log),
      3,
    );
  }
  writeFileSync(join(directory, STAMP), `${JSON.stringify({ python: base.path, version: base.version })}\n`);
  onProgress('The private Python environment is ready');
  return pythonIn(directory);
}

function packageNames(requirements: string): string[] {
  const lines = readPlainText(requirements, MOST_OF_SETTINGS).split('\n');
  return lines.flatMap((line) => /^[A-Za-z0-9][\w.-]*/.exec(line)?.[0] ?? []);
}

function reportUnpacking(line: string, onProgress: OnProgress): void {
  const packages = /^Installing collected packages: (.*)/.exec(line)?.[1];
  if (packages !== undefined) onProgress(`Downloaded; unpacking ${packages.split(', ').length} packages`);
}

/**
 * The environment for installations. It keeps the user's settings for proxies and mirrors, and drops settings
 * that redirect or prevent an installation.
 */
export function installEnvironment(): NodeJS.ProcessEnv {
  const env = { ...process.env, PYTHONNOUSERSITE: '1' };
  const redirecting = [
    'PYTHONHOME',
    'PYTHONPATH',
    'PIP_USER',
    'PIP_TARGET',
    'PIP_PREFIX',
    'PIP_ROOT',
    'PIP_DRY_RUN',
  ];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !redirecting.includes(name)));
}
