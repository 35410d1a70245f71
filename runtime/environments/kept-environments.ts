/** The environments that are kept, by when they were used last. While the disk is nearly full, those that nobody uses now go, the oldest first. */

import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../documents/index.ts';

/** Bytes of the disk that are left to others: while there are fewer, old environments go. */
const LEFT_FREE = 6 * 2 ** 30;
/** With fewer there is no use in trying; with a library for neural networks an environment takes 10 GB. */
const LEAST_FREE = 2 * 2 ** 30;
/** In an environment that is complete; its time is that of the last use. */
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

  /** Notes that this process uses an environment from now on, and no other one. */
  use(environment: string): void {
    if (this.#used !== null) rmSync(mark(this.#used, process.pid), { force: true });
    this.complete(environment);
    writeFileSync(mark(environment, process.pid), '');
    this.#used = environment;
  }

  /** Makes room for one more. `clear`: frees what the environments share on the disk. Whether there is enough. */
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

  /** Those that nobody uses now, from the one that was used longest ago. */
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
