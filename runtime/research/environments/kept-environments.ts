/**
 * The stored environments, by time of last use. While the disk is nearly full, unused ones are deleted, the
 * oldest first.
 */

import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../../platform/index.ts';

/** The free bytes to leave on the disk: below this, old environments are deleted. */
const LEFT_FREE = 6 * 2 ** 30;
/** The least free bytes for an attempt; an environment with a library for neural networks takes 10 GB. */
const LEAST_FREE = 2 * 2 ** 30;
/** Marks a complete environment; its time is the last use. */
const STAMP = 'sluice-complete';
const USE = 'sluice-used-by-';

/** The folder of all environments. */
export class KeptEnvironments {
  readonly #folder: string;
  readonly #leftFree: number;
  #used: string | null = null;

  constructor(folder: string, leftFree = LEFT_FREE) {
    this.#folder = folder;
    this.#leftFree = leftFree;
  }

  /** Whether an environment is complete. */
  has(environment: string): boolean {
    return existsSync(join(environment, STAMP));
  }

  /** Notes that an environment is complete. */
  complete(environment: string): void {
    writeFileSync(join(environment, STAMP), '');
  }

  /** Notes that this process now uses an environment, and no other one. */
  use(environment: string): void {
    if (this.#used !== null) rmSync(mark(this.#used, process.pid), { force: true });
    this.complete(environment);
    writeFileSync(mark(environment, process.pid), '');
    this.#used = environment;
  }

  /**
   * Makes room for one more. `clear`: frees the environments' shared files on the disk. Returns whether there
   * is enough.
   */
  async makeRoom(clear: () => Promise<unknown>): Promise<boolean> {
    mkdirSync(this.#folder, { recursive: true });
    if (this.#free() >= this.#leftFree) return true;
    await clear();
    for (const environment of this.#idle()) {
      if (this.#free() >= this.#leftFree) break;
      rmSync(environment, { recursive: true, force: true });
    }
    return this.#free() >= LEAST_FREE;
  }

  #free(): number {
    const { bavail, bsize } = statfsSync(this.#folder);
    return bavail * bsize;
  }

  /** The environments without a user, the oldest use first. */
  #idle(): readonly string[] {
    return readdirSync(this.#folder)
      .map((name) => join(this.#folder, name))
      .filter((environment) => this.has(environment) && !isUsed(environment))
      .map((environment) => ({ environment, time: statSync(join(environment, STAMP)).mtimeMs }))
      .sort((a, b) => a.time - b.time)
      .map(({ environment }) => environment);
  }
}

function mark(environment: string, pid: number): string {
  return join(environment, `${USE}${pid}`);
}

function isUsed(environment: string): boolean {
  return readdirSync(environment).some(
    (name) => name.startsWith(USE) && isRunning(Number(name.slice(USE.length))),
  );
}
