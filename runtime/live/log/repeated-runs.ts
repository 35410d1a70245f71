/** Which lines of a session log have outputs of runs whose cell has run again, or earlier variants. It reads and writes no file. */

import type { CellId } from '../../../slicer/index.ts';
import type { LogEntry } from './log-entries.ts';

type Ran = Extract<LogEntry, { readonly type: 'ran' }>;
type Variants = Extract<LogEntry, { readonly type: 'variants' }>;

/** Follows a log as it is written, so that the log need not be read to find these lines. */
export class RepeatedRuns {
  #lines = 0;
  /** By cell, the line of its last run, if the run had outputs. */
  readonly #last = new Map<CellId, number>();
  readonly #again = new Set<number>();
  #variants: number | null = null;

  /** Begins a new log. */
  clear(): void {
    this.#lines = 0;
    this.#last.clear();
    this.#again.clear();
    this.#variants = null;
  }

  /** Takes the next line. */
  add(entry: LogEntry): void {
    if (entry.type === 'ran') {
      const { cell } = entry.record;
      const before = this.#last.get(cell);
      if (before !== undefined) this.#again.add(before);
      if (entry.run.outputs?.length) this.#last.set(cell, this.#lines);
      else this.#last.delete(cell);
    }
    if (entry.type === 'variants') {
      if (this.#variants !== null) this.#again.add(this.#variants);
      this.#variants = this.#lines;
    }
    this.#lines += 1;
  }

  /** The lines of the log without these outputs, which are forgotten. One line is parsed at a time: all take several times their length. */
  *drop(log: string): Generator<string> {
    for (const [at, line] of log.split('\n').slice(0, -1).entries())
      yield this.#again.has(at) ? withoutOutputs(line) : line;
    this.#again.clear();
  }
}

function withoutOutputs(line: string): string {
  const entry = JSON.parse(line) as Ran | Variants;
  if (entry.type === 'variants') return JSON.stringify({ ...entry, branch: null } satisfies Variants);
  return JSON.stringify({ ...entry, run: { ...entry.run, outputs: null } } satisfies Ran);
}
