/** The program `uv`, which resolves packages and makes environments: where it is, and its answers. It decides nothing. */

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { SluiceError } from '../errors.ts';
import {
  acquireLock,
  ensurePrivatePython,
  installEnvironment,
  type OnProgress,
  runProgram,
  sluiceHome,
} from '../python/index.ts';

/** A version that is known to work, for those who have none. */
const UV = 'uv>=0.5';
const INSTALL_MS = 300_000;
/** To resolve, and to install, with builds of what has no wheels. */
const STEP_MS = 900_000;

/** How a step of uv ended. */
export interface UvAnswer {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** A Python that is installed. */
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

  /** The one on the PATH, else Sluice's own, which is installed once. @throws {SluiceError} 3 when there can be none. */
  static async find(onProgress: OnProgress): Promise<Uv> {
    const found = onPath('uv', process.env.PATH ?? '') ?? (await ownUv(onProgress));
    return new Uv(found);
  }

  /** Forgets the packages that were fetched so far, where they are kept for Sluice alone. */
  async forget(): Promise<void> {
    if (this.#env.UV_CACHE_DIR === ownCache()) await this.ask(['cache', 'clean', '--quiet']);
  }

  /** Its answer. `env`: variables besides. `through`: what starts it. */
  async ask(
    args: readonly string[],
    {
      env = {},
      through = [],
    }: { readonly env?: NodeJS.ProcessEnv; readonly through?: readonly string[] } = {},
  ): Promise<UvAnswer> {
    // (not in the folder of the notebook: what is there is for nobody to find)
    const options = { env: { ...this.#env, ...env }, timeoutMs: STEP_MS, cwd: tmpdir() };
    const [program = this.#file, ...all] = [...through, this.#file, ...args];
    const { code, stdout, stderr, failure } = await runProgram(program, all, options);
    const late =
      code === null && failure === undefined ? `it took more than ${STEP_MS / 60_000} minutes` : '';
    return { ok: code === 0, stdout, stderr: failure ?? (stderr || late) };
  }

  /** All that are installed, pyenv's too, the newest first. */
  async pythons(): Promise<readonly InstalledPython[]> {
    const { stdout } = await this.ask(['python', 'list', '--only-installed', '--output-format', 'json']);
    const listed = JSON.parse(stdout || '[]') as readonly {
      readonly path: string;
      readonly version: string;
    }[];
    return listed.flatMap(({ path, version }) => {
      const [, major, minor, micro] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
      if (major === undefined || !existsSync(path) || path.includes('/shims/')) return [];
      return [{ path, version: [Number(major), Number(minor), Number(micro)] as const }];
    });
  }
}

/** pyenv keeps its Pythons where nobody looks. What says where packages go is about other environments. */
function uvEnvironment(): NodeJS.ProcessEnv {
  const versions = join(process.env.PYENV_ROOT || join(homedir(), '.pyenv'), 'versions');
  const own = existsSync(versions) ? readdirSync(versions).map((name) => join(versions, name, 'bin')) : [];
  const { VIRTUAL_ENV: _, CONDA_PREFIX: __, ...env } = installEnvironment();
  const PATH = [env.PATH ?? '', ...own].join(delimiter);
  // environments are linked to what it holds, so it has to be beside them; and the user's own is not ours to empty
  const UV_CACHE_DIR = env.UV_CACHE_DIR ?? ownCache();
  return { ...env, PATH, UV_CACHE_DIR, UV_PYTHON_DOWNLOADS: 'never', UV_NO_CONFIG: '1', NO_COLOR: '1' };
}

function ownCache(): string {
  return join(sluiceHome(), 'environments', 'packages');
}

function onPath(name: string, searchPath: string): string | null {
  const files = searchPath.split(delimiter).map((folder) => join(folder, name));
  return files.find((file) => existsSync(file)) ?? null;
}

async function ownUv(onProgress: OnProgress): Promise<string> {
  const folder = join(sluiceHome(), 'uv');
  const file = join(folder, 'bin', 'uv');
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
