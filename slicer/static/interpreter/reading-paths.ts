/**
 * The global names that a text reads before it binds them, and how sure these reads are: on these paths a
 * missing name would fail. The interpreter drives this file, which knows no other
 * cells.
 */

import { noteReading, type Reading } from '../reading.ts';

/** Tracks the certainty that the flow reaches a point of the text, and the sure reads before it. */
export class ReadingPaths {
  readonly #readings = new Map<string, Reading>();
  readonly #surely = new Set<string>();
  /** The set for sure reads; null: the flow may not reach this point. */
  #into: Set<string> | null = this.#surely;
  #harmless = false;
  #leaves = false;

  /** Every name read, with the certainty of the read. */
  get readings(): ReadonlyMap<string, Reading> {
    const found = new Map(this.#readings);
    for (const name of this.#surely) found.set(name, 'surely');
    return found;
  }

  /** Whether some path ends before the end of the text: `raise`, `return`, `sys.exit()`. */
  get leaves(): boolean {
    return this.#leaves;
  }

  /** Notes a read of a name. `bound`: some path to here has bound the name. */
  read(name: string, bound: boolean): void {
    noteReading(this.#readings, name, this.#harmless ? 'harmless' : 'perhaps');
    if (!bound) this.#into?.add(name);
  }

  /** The flow does not reach anything after this point. */
  leave(): void {
    this.#leaves = true;
    this.#into = null;
  }

  /** The flow does not reach anything after this point in the surrounding loop. */
  leaveLoop(): void {
    this.#into = null;
  }

  /** Runs code that the flow may not reach, or not finish. */
  perhaps(run: () => void): void {
    const before = this.#into;
    this.#into = null;
    this.#rejoin(before, run);
  }

  /** Runs the body of a called function, whose end is not the end of the text. */
  call(surely: boolean, run: () => void): void {
    const [into, leaves] = [this.#into, this.#leaves];
    if (!surely) this.#into = null;
    run();
    [this.#into, this.#leaves] = [into, leaves];
  }

  /** Runs the body of a loop that is surely entered. */
  loop(run: () => void): void {
    this.#rejoin(this.#into, run);
  }

  /** Runs code whose failures do no harm. */
  harmless(run: () => void): void {
    const before = this.#harmless;
    this.#harmless = true;
    this.perhaps(run);
    this.#harmless = before;
  }

  /** Runs alternatives, of which the flow takes one: a read in each of them is a sure read. */
  either(alternatives: readonly (() => void)[]): void {
    const before = this.#into;
    if (before === null) {
      for (const run of alternatives) run();
      this.#into = null;
      return;
    }
    let ends = true;
    const read = alternatives.map((run) => {
      const into = new Set<string>();
      this.#into = into;
      run();
      ends &&= this.#into === into;
      return into;
    });
    const [first, ...others] = read;
    for (const name of first ?? []) if (others.every((other) => other.has(name))) before.add(name);
    this.#into = ends ? before : null;
  }

  #rejoin(before: Set<string> | null, run: () => void): void {
    const left = this.#leaves;
    this.#leaves = false;
    run();
    this.#into = this.#leaves ? null : before;
    this.#leaves ||= left;
  }
}
