/**
 * Which global names a text reads before it binds them, and whether it surely comes to that: the paths on which a missing name would fail.
 * It is driven by the flow through statements (name-flow.ts and those above it) and knows no other cells.
 */

import { noteReading, type Reading } from './reading.ts';
import type { FunctionSummary } from './summaries.ts';

/** Follows how sure it is that a point of the text is reached, and what was surely read before. */
export class ReadingPaths {
  readonly #readings = new Map<string, Reading>();
  readonly #surely = new Set<string>();
  readonly #calls = new Set<string>();
  /** Where what is surely read goes to; null: this point may not be reached. */
  #into: Set<string> | null = this.#surely;
  #harmless = false;
  #leaves = false;

  /** Every name read, with how. */
  get readings(): ReadonlyMap<string, Reading> {
    const found = new Map(this.#readings);
    for (const name of this.#surely) found.set(name, 'surely');
    return found;
  }

  /** Names of functions that are surely called here, and run then. */
  get calls(): ReadonlySet<string> {
    return this.#calls;
  }

  /** Some path ends before the end of the text: `raise`, `return`, `sys.exit()`. */
  get leaves(): boolean {
    return this.#leaves;
  }

  /** A name is read. `bound`: some path to here has bound it. */
  read(name: string, bound: boolean): void {
    noteReading(this.#readings, name, this.#harmless ? 'harmless' : 'perhaps');
    if (!bound) this.#into?.add(name);
  }

  /** A function of that name is called. */
  call(name: string): void {
    // one of several alternatives only: what is called there is not sure
    if (this.#into === this.#surely) this.#calls.add(name);
  }

  /** Nothing after this is reached. */
  leave(): void {
    this.#leaves = true;
    this.#into = null;
  }

  /** Nothing after this is reached in the loop around it. */
  leaveLoop(): void {
    this.#into = null;
  }

  /** Runs what may not be reached, or not to its end. */
  perhaps(run: () => void): void {
    const before = this.#into;
    this.#into = null;
    this.#rejoin(before, run);
  }

  /** Runs a loop's body that is surely entered. */
  loop(run: () => void): void {
    this.#rejoin(this.#into, run);
  }

  /** Runs what may fail without harm. */
  harmless(run: () => void): void {
    const before = this.#harmless;
    this.#harmless = true;
    this.perhaps(run);
    this.#harmless = before;
  }

  /** Runs alternatives, of which one is taken: what is read in each is surely read. */
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

/** What running a function surely reads: itself, and through functions that it surely calls. `writes`: what any of them may bind. */
export function surelyReadBy(
  summary: FunctionSummary,
  writes: ReadonlySet<string>,
  bodyOf: (name: string) => FunctionSummary | null,
): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<FunctionSummary>();
  const pending = [summary];
  for (let body = pending.pop(); body !== undefined; body = pending.pop()) {
    if (seen.has(body)) continue;
    seen.add(body);
    for (const [name, reading] of body.readings)
      if (reading === 'surely' && !writes.has(name)) found.add(name);
    for (const name of body.surelyCalls) {
      const called = bodyOf(name);
      if (called !== null) pending.push(called);
    }
  }
  return found;
}
