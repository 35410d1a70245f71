/**
 * Builds packages after a person's permission. uv first fetches everything while no Python can start, and
 * then builds without a network, with write access to only a temporary folder. It does not choose packages.
 */

import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findPackageRoot } from '../../../instrument/index.ts';
import { temporaryVariables, whyLacking } from '../../platform/index.ts';
import { type OnProgress, runProgram } from '../../python/index.ts';
import { NoEnvironment } from './no-environment.ts';
import type { Uv, UvAnswer } from './uv.ts';

const TRY_MS = 20_000;
/** The limit of rounds, because a build may show new needs, which must be fetched then. */
const MOST_ROUNDS = 20;
/** uv's message when something is missing and fetching is off. */
const NOT_FETCHED = /network was disabled|network connectivity is disabled|not found in the cache/i;
/** A larger folder is not copied. */
const [MOST_BYTES, MOST_ENTRIES] = [500_000_000, 50_000];

/** A builder of packages. */
export class ApartBuilds {
  readonly #uv: Uv;
  readonly #through: readonly string[];
  readonly #copies = new Map<string, string>();
  /** The writable folder. It is deleted with the folder for temporary files. */
  readonly folder: string;

  private constructor(uv: Uv, folder: string, through: readonly string[]) {
    this.#uv = uv;
    this.folder = folder;
    this.#through = through;
  }

  /** `python`: any of the user's own. Reports if builds cannot be isolated. */
  static async open(uv: Uv, python: string, onProgress: OnProgress): Promise<ApartBuilds> {
    const folder = mkdtempSync(join(tmpdir(), 'builds-'));
    mkdirSync(join(folder, 'tmp'));
    const script = join(findPackageRoot(), 'runtime', 'research', 'environments', 'build_apart.py');
    const args = ['-I', '-S', script, folder];
    const { code, stderr } = await runProgram(python, [...args, '--check'], { timeoutMs: TRY_MS });
    if (code === 0) return new ApartBuilds(uv, folder, [python, ...args]);
    const why = whyLacking('network namespaces') ?? stderr.trim().split('\n').at(-1);
    onProgress(
      `note: packages are built with the network, and with the right to write all your files: ${why}`,
    );
    return new ApartBuilds(uv, folder, []);
  }

  /** The program and its arguments, without a network and with one writable folder, if the system can isolate them. */
  apart(program: string, args: readonly string[]): readonly [string, readonly string[]] {
    const [first = program, ...others] = [...this.#through, program, ...args];
    return [first, others];
  }

  /**
   * uv's answer to a command. `trial`: the command for the building step; its builds are then available to
   * the real command.
   */
  async ask(args: readonly string[], trial: readonly string[] = args): Promise<UvAnswer> {
    const env = { UV_CACHE_DIR: join(this.folder, 'packages'), UV_LINK_MODE: 'copy' };
    if (this.#through.length === 0) return this.#uv.ask(args, { env });
    // with this setting Python ends before it runs any code, so no code of a package runs while there is a
    // network
    const fetching = { ...env, PYTHONHOME: join(this.folder, 'no-python') };
    const building = { ...env, ...temporaryVariables(join(this.folder, 'tmp')) };
    for (let round = 1; ; round += 1) {
      const fetched = await this.#uv.ask(args, { env: fetching });
      if (fetched.ok) return fetched;
      const built = await this.#uv.ask([...trial, '--offline'], { env: building, through: this.#through });
      const again = built.ok || NOT_FETCHED.test(built.stderr.replace(/\s+/g, ' '));
      if (!again || round === MOST_ROUNDS) return built.ok ? fetched : built;
    }
  }

  /** Lets uv inspect a Python while it can start. */
  async know(python: string): Promise<void> {
    const env = { UV_CACHE_DIR: join(this.folder, 'packages') };
    await this.#uv.ask(['pip', 'freeze', '--python', python, '--quiet'], { env });
  }

  /** The requirement, with a copy in place of its local folder. @throws {NoEnvironment} */
  copied(line: string): string {
    const [, address] = /@ ?(file:\S+)/.exec(line) ?? [];
    const from = address === undefined ? null : folderOf(address);
    if (address === undefined || from === null) return line;
    const known = this.#copies.get(address);
    const to = known ?? pathToFileURL(this.#copy(from)).href;
    this.#copies.set(address, to);
    return line.replace(address, to);
  }

  /** A text with the user's paths in place of copies. */
  original(text: string): string {
    return [...this.#copies].reduce((said, [address, copy]) => said.replaceAll(copy, address), text);
  }

  #copy(from: string): string {
    checkSize(from);
    const to = join(this.folder, `copy-${this.#copies.size + 1}`);
    // (pipes and devices are no part of a package)
    const isPlain = (path: string): boolean => {
      const stat = lstatSync(path);
      return stat.isFile() || stat.isDirectory() || stat.isSymbolicLink();
    };
    cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: isPlain });
    return to;
  }
}

/** The folder of an address; null: it leads to none. */
function folderOf(address: string): string | null {
  try {
    const path = fileURLToPath(new URL(address.replace(/#.*/, '')));
    return statSync(path).isDirectory() ? path : null;
  } catch {
    return null;
  }
}

/** @throws {NoEnvironment} when a folder is too large. */
function checkSize(folder: string): void {
  let [bytes, entries] = [0, 0];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      entries += 1;
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) bytes += lstatSync(path).size;
      if (bytes > MOST_BYTES || entries > MOST_ENTRIES)
        throw new NoEnvironment(
          `${folder} is not built: it holds more than ${MOST_BYTES / 1e6} MB or ${MOST_ENTRIES} files`,
        );
    }
  }
}
