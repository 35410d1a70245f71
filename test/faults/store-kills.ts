/**
 * Stores whose writers are killed again and again: after each kill all that can be read back is whole, and damage by others
 * is never read.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { on, once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { findPackageRoot } from '../../instrument/index.ts';
import type { Choices } from '../generator/random.ts';
import { CheckedStore, type Tally } from './checked-store.ts';

/** A small disk and the limits of a file, in blocks of `ulimit`. */
const [DISK, FILES] = ['8m', [20, 60, 1_000]];
const LONGEST_MS = 150;
const SOON_MS = 60;
/** Lines of output before a kill: the first is that of a saved cell, and a settled cell follows soon. */
const LINES = [0, 1, 2, 3, 4, 5, 6, 8] as const;

/** How the writers of one store are troubled. */
const TROUBLES = ['none', 'none', 'none', 'two writers', 'two writers', 'short files', 'small disk'] as const;
type Trouble = (typeof TROUBLES)[number];

/** Bundles the writer, which runs as a program of its own. Returns its path. */
export async function bundleWriter(): Promise<string> {
  const root = findPackageRoot();
  const outfile = join(root, 'node_modules', `.sluice-store-writer-${process.pid}.mjs`);
  const entry = join(root, 'test', 'faults', 'store-writer.ts');
  const options = { bundle: true, platform: 'node', format: 'esm', packages: 'external' } as const;
  await build({ ...options, entryPoints: [entry], outfile, logLevel: 'error' });
  return outfile;
}

export class KilledStore {
  readonly #checked: CheckedStore;
  readonly #top: string;
  readonly #disk: string;
  readonly #trouble: Trouble;
  readonly #python: string;
  readonly #writer: string;
  readonly #choices: Choices;
  readonly #tally: Tally;
  readonly #mark: string;
  #isMounted = false;

  /** `writer`: the path from {@link bundleWriter}. */
  constructor(python: string, writer: string, choices: Choices, tally: Tally) {
    this.#top = mkdtempSync(join(tmpdir(), 'store-kills-'));
    this.#disk = join(this.#top, 'disk');
    this.#python = python;
    this.#writer = writer;
    this.#choices = choices;
    this.#tally = tally;
    this.#trouble = choices.pick(TROUBLES);
    this.#mark = join(this.#top, 'a-trap-was-read');
    this.#checked = new CheckedStore(join(this.#disk, 'store'), join(this.#disk, 'work'), python, tally);
    mkdirSync(join(this.#top, 'home'));
    mkdirSync(this.#disk);
    if (this.#trouble === 'small disk')
      this.#isMounted = mount(['-t', 'tmpfs', '-o', `size=${DISK}`, 'none', this.#disk]);
    mkdirSync(join(this.#disk, 'work'));
    // (this process has the key of the killed ones)
    process.env.SLUICE_HOME = join(this.#top, 'home');
    if (choices.chance(0.5)) this.#checked.store.share();
    else this.#checked.store.prepare();
  }

  /** Kills writers once, and checks the store. Returns the faults. */
  async kill(): Promise<readonly string[]> {
    const writers = Array.from({ length: this.#trouble === 'two writers' ? 2 : 1 }, () => this.#start());
    const lines = this.#choices.pick(LINES);
    await Promise.all(writers.map((writer) => hears(writer, lines)));
    await sleep(this.#choices.unit() ** 2 * LONGEST_MS);
    for (const writer of writers) await this.#end(writer);
    this.#tally.kills += 1;
    const checked = this.#checked;
    const found = [
      ...(await checked.damaged()),
      ...(await checked.differences(this.#trouble === 'two writers')),
    ];
    // (an attack needs room)
    if (found.length === 0 && !this.#isMounted && this.#choices.chance(0.25))
      found.push(...(await this.#attack()));
    if (found.length === 0 && this.#choices.chance(0.2)) found.push(...checked.leftovers());
    if (existsSync(this.#mark)) found.push('a trap was read');
    return found.map((fault) => `${fault} (${this.#trouble})`);
  }

  #attack(): Promise<string[]> {
    const checked = this.#checked;
    if (!checked.store.isShared || this.#choices.chance(0.5))
      return checked.attack(this.#choices, this.#mark);
    return checked.forge(this.#choices, this.#mark, join(this.#top, 'other'));
  }

  /** Reads from the store where nothing can be written, and removes everything. Returns the faults. */
  async close(): Promise<readonly string[]> {
    const found: string[] = [];
    if (this.#isMounted && mount(['-o', 'remount,ro', this.#disk])) {
      found.push(...(await this.#checked.differences()));
      try {
        this.#checked.store.prepare();
        found.push('nobody says that the disk is read-only');
      } catch {
        // (a run says so, and goes on)
      }
    }
    this.#checked.close();
    if (this.#isMounted) spawnSync('umount', ['-l', this.#disk]);
    rmSync(this.#top, { recursive: true, force: true });
    return found;
  }

  #start(): ChildProcess {
    const seed = String(this.#choices.int(1, 1e9));
    const given = [this.#writer, this.#checked.store.path, join(this.#disk, 'work'), this.#python, seed];
    const limit = this.#trouble === 'short files' ? `ulimit -f ${this.#choices.pick(FILES)}; ` : '';
    const words = ['-c', `${limit}exec "$0" "$@"`, process.execPath, ...given];
    return spawn('bash', words, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  }

  /** Kills the process, and then, at once or soon, the kernel and the reader of values. */
  async #end(writer: ChildProcess): Promise<void> {
    const ended = writer.exitCode === null && writer.signalCode === null ? once(writer, 'exit') : null;
    writer.kill('SIGKILL');
    if (this.#choices.chance(0.3)) await sleep(this.#choices.unit() * SOON_MS);
    try {
      process.kill(-writer.pid!, 'SIGKILL');
    } catch {
      // (all have ended)
    }
    await ended;
  }
}

/** Whether the person may mount, and it has succeeded. */
function mount(words: readonly string[]): boolean {
  return process.platform === 'linux' && spawnSync('mount', words).status === 0;
}

/** So many lines of output, or the end of a process. */
async function hears(writer: ChildProcess, lines: number): Promise<void> {
  let left = lines;
  if (left === 0) return;
  const ended = new AbortController();
  writer.once('exit', () => ended.abort());
  try {
    for await (const [part] of on(writer.stdout!, 'data', { signal: ended.signal })) {
      left -= String(part).split('\n').length - 1;
      if (left <= 0) return;
    }
  } catch {
    // (it has ended)
  }
}
