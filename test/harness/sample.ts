/**
 * The sample of a test run: one case in so many, by a hash of its name, so that a case does not depend on its neighbours. The day of
 * the last commit names the sample: a commit has the same tests whenever they run, and commits of as many days as there are parts have
 * every case. The contents of cases are unknown here.
 *
 * `SLUICE_TEST_SAMPLE=N` takes the sample with that number again, `SLUICE_TEST_SAMPLE=all` every case; tests selected by name
 * (`-t`) are in every sample.
 */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether tests are asked for by name; the vitest configuration says so. */
    readonly byName: boolean;
    /** The time of the last commit in milliseconds, or of now without git; the vitest configuration says so. */
    readonly committed: number;
  }
}

const DAY_MS = 86_400_000;

/** Which cases of a run are taken. */
export class Sample {
  readonly #number: number | 'all';

  constructor(given: string | undefined, byName: boolean, committed: number) {
    const wanted = byName ? 'all' : (given ?? String(Math.floor(committed / DAY_MS)));
    if (wanted !== 'all' && !/^\d+$/.test(wanted)) {
      throw new Error(`SLUICE_TEST_SAMPLE is a number or "all", not ${wanted}`);
    }
    this.#number = wanted === 'all' ? wanted : Number(wanted);
  }

  /** The sample of this run. */
  static ofRun(): Sample {
    return new Sample(process.env.SLUICE_TEST_SAMPLE, inject('byName'), inject('committed'));
  }

  /** Whether a case is in a sample of one in `parts`. Different `purpose`s are independent of each other. */
  has(name: string, parts: number, purpose = ''): boolean {
    return this.#number === 'all' || hash(purpose + name) % parts === this.#number % parts;
  }

  /** The cases in a sample of one in `parts`, by name; at least one, since a file without tests fails. */
  take<T extends { readonly name: string }>(cases: readonly T[], parts: number, purpose = ''): T[] {
    const taken = cases.filter(({ name }) => this.has(name, parts, purpose));
    if (taken.length > 0 || this.#number === 'all') return taken;
    return cases.slice(this.#number % cases.length).slice(0, 1);
  }

  /** Whether the case at a position of a list is in a sample of one in `parts`: each day takes as many cases of the list. */
  hasPosition(list: string, position: number, parts: number): boolean {
    return this.#number === 'all' || (hash(list) + position) % parts === this.#number % parts;
  }

  /** For tests with a selection of their own: the number of this sample among so many, and the number of samples; null: all. */
  among(parts: number): readonly [number, number] | null {
    return this.#number === 'all' ? null : [this.#number % parts, parts];
  }

  /** How to have the same one again. */
  toString(): string {
    return this.#number === 'all'
      ? 'all cases'
      : `sample ${this.#number} (SLUICE_TEST_SAMPLE=${this.#number} takes it again, =all every case)`;
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}
