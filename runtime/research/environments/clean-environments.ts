/**
 * Environments for notebooks, made by uv from their needs, with versions as of their date, and stored by
 * content: notebooks with equal needs share one. If a request cannot be met exactly, the nearest possible
 * environment is made, with a note.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MOST_OF_SETTINGS, readPlainText } from '../../../instrument/index.ts';
import { distributionOf } from '../../checking/index.ts';
import { saveAtomically } from '../../documents/index.ts';
import { pythonIn } from '../../platform/index.ts';
import {
  acquireLock,
  ensurePrivatePython,
  type OnProgress,
  runProgram,
  sluiceHome,
} from '../../python/index.ts';
import { SluiceError } from '../../words/index.ts';
import { allowedRequirements, isOfKernel } from './allowed-requirements.ts';
import { ApartBuilds } from './apart-builds.ts';
import { type Attempt, attempts } from './attempts.ts';
import { KeptEnvironments } from './kept-environments.ts';
import type { NeededPackages } from './needed-packages.ts';
import { NoEnvironment } from './no-environment.ts';
import type { NotebookDate } from './notebook-date.ts';
import { choosePython } from './python-ages.ts';
import { isUnknownPackage, isUnreachable } from './refusals.ts';
import { type Refusal, refusalOf, unreachable } from './refused.ts';
import { type InstalledPython, Uv, type UvAnswer } from './uv.ts';

/** A finished environment. */
export interface CleanEnvironment {
  readonly python: string;
  /** A description in a phrase. */
  readonly text: string;
  /** Its packages with their versions, as pip reads them. */
  readonly lock: string;
}

/** The kernel's own package. */
const KERNEL = 'ipykernel';
/** The stored reason why an environment is useless, so that it is not made again for each notebook. */
const REFUSED = 'sluice-refused';
/** uv's versions fit together, but may be too old for the kernel. */
const IMPORTS = 'import ipykernel.kernelapp';
const START_MS = 120_000;
/** The limit of packages in an environment for which only prebuilt versions are tried. */
const MOST_BUILDS = 8;

/** Makes environments, one after the other. */
export class CleanEnvironments {
  readonly #uv: Uv;
  readonly #pythons: readonly InstalledPython[];
  readonly #onProgress: OnProgress;
  readonly #home = join(sluiceHome(), 'environments');
  readonly #kept = new KeptEnvironments(join(this.#home, 'made'));
  /** By request: its refusal, so that many notebooks with one request cost one attempt. */
  readonly #refused = new Map<string, NoEnvironment>();

  /** Builds packages and handles addresses, which runs the packages' code. Null: not allowed. */
  readonly #builds: ApartBuilds | null;

  private constructor(
    uv: Uv,
    pythons: readonly InstalledPython[],
    onProgress: OnProgress,
    builds: ApartBuilds | null,
  ) {
    this.#builds = builds;
    this.#uv = uv;
    this.#pythons = pythons;
    this.#onProgress = onProgress;
  }

  /** @throws {SluiceError} 3 when there is no uv. */
  static async open(onProgress: OnProgress, allowBuilds: boolean): Promise<CleanEnvironments> {
    const uv = await Uv.find(onProgress);
    const own = allowBuilds ? await ensurePrivatePython(onProgress) : null;
    const builds = own === null ? null : await ApartBuilds.open(uv, own, onProgress);
    return new CleanEnvironments(uv, await uv.pythons(), onProgress, builds);
  }

  /**
   * The environment for these needs. @throws {NoEnvironment} when there can be none. @throws {SluiceError} 3
   * when no index, or no Python, is reachable at all.
   */
  async make(needed: NeededPackages, date: NotebookDate): Promise<CleanEnvironment> {
    const key = JSON.stringify([needed.lines, needed.source, needed.python, date]);
    const refused = this.#refused.get(key);
    if (refused !== undefined) throw refused;
    try {
      return await this.#make(needed, date);
    } catch (error) {
      if (error instanceof NoEnvironment) this.#refused.set(key, error);
      throw error;
    }
  }

  async #make(asked: NeededPackages, date: NotebookDate): Promise<CleanEnvironment> {
    const parser = await ensurePrivatePython(this.#onProgress);
    const { lines, leftOut } = await allowedRequirements(asked.lines, parser, this.#builds !== null);
    const needed = { ...asked, lines: lines.map((line) => this.#builds?.copied(line) ?? line) };
    const python = choosePython(this.#pythons, needed.python, date.day);
    if (python === null) {
      throw new SluiceError(
        '--environment clean needs Python 3.10 or newer: install one, as by uv python install 3.11',
        3,
      );
    }
    const version = python.version.join('.');
    let first: string | null = null;
    for (const attempt of attempts(needed, date, python)) {
      const found = await this.#fulfil(attempt, python);
      if ('refusal' in found) {
        first ??= this.#original(found.refusal);
        continue;
      }
      const { folder, lock } = found;
      this.#kept.use(folder);
      const missing = lock.missing.length === 0 ? '' : `; no index has ${lock.missing.join(', ')}`;
      const count = lock.text.trim().split('\n').length;
      const without = leftOut.length === 0 ? '' : `; left out: ${leftOut.join(', ')}`;
      const text = `clean: Python ${version}, ${count} packages of ${attempt.told}${missing}${without}${first === null ? '' : ` (as it stands: ${first})`}`;
      const header = `# Python ${version}; ${attempt.told}\n${inferredText(needed)}`;
      return { python: pythonIn(folder), text, lock: header + this.#original(lock.text) };
    }
    const told = `${needed.source} cannot be installed as of ${date.day} (${date.by}) for Python ${version}: ${first}`;
    throw new NoEnvironment(told);
  }

  /**
   * Makes the requested environment. Old versions often do not declare their Pythons, and fail to build on
   * others: for these packages, prebuilt versions are tried.
   */
  async #fulfil(
    { lines, day }: Attempt,
    python: InstalledPython,
  ): Promise<{ readonly folder: string; readonly lock: Lock } | Refusal> {
    const built: string[] = [];
    let first: Refusal | null = null;
    for (;;) {
      const lock = await this.#resolve(lines, day, python, built);
      const folder = 'refusal' in lock ? lock : await this.#install(lock.text, python);
      if (typeof folder === 'string') return { folder, lock: lock as Lock };
      first ??= folder;
      const { unbuilt } = folder;
      if (unbuilt === null || built.includes(unbuilt) || built.length === MOST_BUILDS) return first;
      built.push(unbuilt);
    }
  }

  /**
   * Versions for all requirements, without packages missing in every index. `built`: packages limited to
   * prebuilt versions.
   */
  async #resolve(
    given: readonly string[],
    day: string,
    python: InstalledPython,
    built: readonly string[],
  ): Promise<Lock | Refusal> {
    let lines = given.some((line) => distributionOf(line) === KERNEL) ? given : [...given, KERNEL];
    const missing: string[] = [];
    for (;;) {
      const known = this.#fileOf(
        'resolved',
        JSON.stringify([lines, day, python.version, built, ...(this.#builds !== null ? ['builds'] : [])]),
      );
      if (existsSync(known)) return { text: readPlainText(known, MOST_OF_SETTINGS), missing };
      const input = `${known}.in`;
      mkdirSync(join(this.#home, 'resolved'), { recursive: true });
      writeFileSync(input, `${lines.join('\n')}\n`);
      const wanted = ['--exclude-newer', `${day}T23:59:59Z`, '--python', python.path];
      const wheels = built.flatMap((name) => ['--only-binary', name]);
      const quiet = ['--no-header', '--no-annotate', '--quiet'];
      const asked = [...wanted, ...wheels, ...quiet, ...this.#noBuilds];
      const compile = ['pip', 'compile', input, ...asked];
      await this.#builds?.know(python.path);
      const { ok, stdout, stderr } = await (this.#builds ?? this.#uv).ask(compile);
      rmSync(input, { force: true });
      if (ok) {
        const own = stdout
          .split('\n')
          .find((line) => line.includes(' @ ') && isOfKernel(distributionOf(line)));
        if (own !== undefined)
          return {
            refusal: `the kernel would be made of ${own.trim()}: it is never from an address`,
            unbuilt: null,
          };
        if (!hasAddress(stdout)) saveAtomically(known, stdout);
        return { text: stdout, missing };
      }
      if (isUnreachable(stderr)) throw unreachable(stderr);
      const unknown = lines.filter((line) => isUnknownPackage(stderr, distributionOf(line)));
      if (unknown.length === 0) return refusalOf(stderr);
      missing.push(...unknown.map(distributionOf));
      lines = lines.filter((line) => !unknown.includes(line));
    }
  }

  /** The folder of the environment with exactly these packages. */
  async #install(lock: string, python: InstalledPython): Promise<string | Refusal> {
    const key = JSON.stringify([lock, python.path, python.version]);
    // the content of an address may change until the next time
    const folder =
      hasAddress(lock) && this.#builds ? join(this.#builds.folder, hashOf(key)) : this.#fileOf('made', key);
    if (this.#kept.has(folder)) return folder;
    if (existsSync(join(folder, REFUSED)))
      return { refusal: readPlainText(join(folder, REFUSED), MOST_OF_SETTINGS), unbuilt: null };
    mkdirSync(dirname(folder), { recursive: true });
    const held = await acquireLock(`${folder}.lock`);
    try {
      if (this.#kept.has(folder)) return folder;
      if (!(await this.#kept.makeRoom(() => this.#uv.forget()))) throw noRoom(this.#home);
      this.#onProgress(`Making an environment of ${lock.trim().split('\n').length} packages in ${folder}`);
      rmSync(folder, { recursive: true, force: true });
      const made = await this.#uv.ask(['venv', folder, '--python', python.path, '--quiet']);
      if (!made.ok) return refusalOf(made.stderr);
      const file = join(folder, 'requirements.txt');
      writeFileSync(file, lock);
      const { ok, stderr } = await this.#sync(file, folder, python);
      if (!ok) {
        rmSync(folder, { recursive: true, force: true });
        if (isUnreachable(stderr)) throw unreachable(stderr);
        return refusalOf(stderr);
      }
      const starts = [pythonIn(folder), ['-I', '-c', IMPORTS]] as const;
      const kernel = await runProgram(...(this.#builds?.apart(...starts) ?? starts), { timeoutMs: START_MS });
      if (kernel.code !== 0) {
        const said = kernel.stderr.trim().split('\n').at(-1) ?? 'it gave no reason';
        const refusal = `its kernel does not start: ${said}`;
        writeFileSync(join(folder, REFUSED), refusal);
        return { refusal, unbuilt: null };
      }
      this.#kept.complete(folder);
      return folder;
    } finally {
      held.release();
    }
  }

  /** Installs a requirements file into an environment. */
  async #sync(file: string, folder: string, python: InstalledPython): Promise<UvAnswer> {
    const syncInto = (environment: string): readonly string[] => {
      const into = ['--python', pythonIn(environment), '--quiet', ...this.#noBuilds];
      return ['pip', 'sync', file, ...into];
    };
    const builds = this.#builds;
    if (builds === null) return this.#uv.ask(syncInto(folder));
    const trial = join(builds.folder, 'trial');
    rmSync(trial, { recursive: true, force: true });
    await this.#uv.ask(['venv', trial, '--python', python.path, '--quiet']);
    for (const environment of [folder, trial]) await builds.know(pythonIn(environment));
    return builds.ask(syncInto(folder), syncInto(trial));
  }

  get #noBuilds(): readonly string[] {
    // a package's settings for sources are for its developers
    return this.#builds === null ? ['--no-build'] : ['--no-sources'];
  }

  #original(text: string): string {
    return this.#builds?.original(text) ?? text;
  }

  #fileOf(kind: string, content: string): string {
    return join(this.#home, kind, hashOf(content));
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20);
}

/** Whether versions come from addresses. */
function hasAddress(lock: string): boolean {
  return lock.includes(' @ ');
}

/** The source of each package that no file names. */
function inferredText({ inferred }: NeededPackages): string {
  const told = [...inferred].map(([name, by]) => `${name} (${by})`);
  return told.length === 0 ? '' : `# imported: ${told.join(', ')}\n`;
}

/** Packages with their versions, and packages missing in every index. */
interface Lock {
  readonly text: string;
  readonly missing: readonly string[];
}

function noRoom(home: string): SluiceError {
  return new SluiceError(
    `the disk has no room for environments in ${home}, which may take 10 GB each: free some space, or set SLUICE_HOME to a folder on another disk`,
    3,
  );
}
