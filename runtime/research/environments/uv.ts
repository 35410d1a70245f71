/**
 * The program `uv`, which resolves packages and makes environments: its location and its answers. It decides
 * nothing.
 */

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { programFile, programOnPath } from '../../platform/index.ts';
import {
  acquireLock,
  ensurePrivatePython,
  installEnvironment,
  type OnProgress,
  runProgram,
  sluiceHome,
} from '../../python/index.ts';
import { SluiceError } from '../../words/index.ts';

/** A working version, for machines without one. */
const UV = 'uv>=0.5';
const INSTALL_MS = 300_000;
/** The limit for resolving, and for installing with builds of packages without wheels. */
const STEP_MS = 900_000;

/** How a step of uv ended. */
export interface UvAnswer {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** An installed Python. */
export interface InstalledPython {
  readonly path: string;
  readonly version: readonly [number, number, number];
}

/** A program to ask. */
export class Uv {
  readonly #file: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(file: string) {
    this.#file = file;
    this.#env = uvEnvironment();
  }

  /** The `uv` on the PATH, otherwise Sluice's own, installed once. @throws {SluiceError} 3 when there can be none. */
  static async find(onProgress: OnProgress): Promise<Uv> {
    const found = programOnPath('uv', process.env.PATH ?? '') ?? (await ownUv(onProgress));
    return new Uv(found);
  }

  /** Deletes the fetched packages, if the cache belongs to Sluice alone. */
  async forget(): Promise<void> {
    if (this.#env.UV_CACHE_DIR === ownCache()) await this.ask(['cache', 'clean', '--quiet']);
  }

  /** uv's answer. `env`: further variables. `through`: the program that starts it. */
  async ask(
    args: readonly string[],
    {
      env = {},
      through = [],
    }: { readonly env?: NodeJS.ProcessEnv; readonly through?: readonly string[] } = {},
  ): Promise<UvAnswer> {
    // (not in the notebook's folder, whose files must not influence uv)
    const options = { env: { ...this.#env, ...env }, timeoutMs: STEP_MS, cwd: tmpdir() };
    const [program = this.#file, ...all] = [...through, this.#file, ...args];
    const { code, stdout, stderr, failure } = await runProgram(program, all, options);
    const late =
      code === null && failure === undefined ? `it took more than ${STEP_MS / 60_000} minutes` : '';
    return { ok: code === 0, stdout, stderr: failure ?? (stderr || late) };
  }

  /** All installed ones, including pyenv's, the newest first. */
  async pythons(): Promise<readonly InstalledPython[]> {
    const { stdout } = await this.ask(['python', 'list', '--only-installed', '--output-format', 'json']);
    const listed = JSON.parse(stdout || '[]') as readonly {
      readonly path: string;
      readonly version: string;
    }[];
    return listed.flatMap(({ path, version }) => {
      const [, major, minor, micro] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
      if (major === undefined || !existsSync(path) || /[\\/]shims[\\/]/.test(path)) return [];
      return [{ path, version: [Number(major), Number(minor), Number(micro)] as const }];
    });
  }
}

/**
 * The environment of uv. It adds the Pythons of pyenv, which uv does not find, and drops variables about
 * other environments.
 */
function uvEnvironment(): NodeJS.ProcessEnv {
  const versions = join(process.env.PYENV_ROOT || join(homedir(), '.pyenv'), 'versions');
  const own = existsSync(versions) ? readdirSync(versions).map((name) => join(versions, name, 'bin')) : [];
  const { VIRTUAL_ENV: _, CONDA_PREFIX: __, ...env } = installEnvironment();
  const PATH = [env.PATH ?? '', ...own].join(delimiter);
  // environments link to files of the cache, so it must be on the same disk; and Sluice must not empty the
  // user's own
  const UV_CACHE_DIR = env.UV_CACHE_DIR ?? ownCache();
  return { ...env, PATH, UV_CACHE_DIR, UV_PYTHON_DOWNLOADS: 'never', UV_NO_CONFIG: '1', NO_COLOR: '1' };
}

function ownCache(): string {
  return join(sluiceHome(), 'environments', 'packages');
}

async function ownUv(onProgress: OnProgress): Promise<string> {
  const folder = join(sluiceHome(), 'uv');
  const file = programFile(join(folder, 'bin'), 'uv');
  if (existsSync(file)) return file;
  mkdirSync(sluiceHome(), { recursive: true });
  const lock = await acquireLock(`${folder}.lock`);
  try {
    if (existsSync(file)) return file;
    onProgress('Installing uv, which makes environments (once)');
    const python = await ensurePrivatePython(onProgress);
    const args = ['-I', '-m', 'pip', 'install', '--no-input', '--retries', '2', '--target', folder, UV];
    const { stdout, stderr } = await runProgram(python, args, {
      env: installEnvironment(),
      timeoutMs: INSTALL_MS,
    });
    if (existsSync(file)) return file;
    const said = (stdout + stderr).split('\n').findLast((line) => /error/i.test(line)) ?? 'it gave no reason';
    throw new SluiceError(
      `--environment clean needs uv, which is not on the PATH and could not be installed (${said.trim()}): install uv, or leave out --environment clean`,
      3,
    );
  } finally {
    lock.release();
  }
}
