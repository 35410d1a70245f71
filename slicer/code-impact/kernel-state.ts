/**
 * What the kernel holds after some runs, by names: whose work each value is, and which of it is out of date. It runs nothing, and does not
 * judge what a cell would find.
 * Imprecise: a name is one value for `sluice what-if`: a reader of `df['a']` also counts as a reader of `df['b']`.
 */

import type { CellSummary } from './cell-summary.ts';
import type { PageOrder } from './expected-runs.ts';

/** One run of a cell. */
export interface Run {
  readonly cell: string;
  /** The text that ran. */
  readonly source: string;
  /** The place of the cell in the notebook, from 0; -1: it is not there any more. */
  readonly at: number;
  /** From 1, over all runs. */
  readonly time: number;
  /** What it found under the names that it read: the runs whose work that was. */
  readonly found: ReadonlyMap<string, readonly Run[]>;
  /** The runs that had bound the names without which it fails. */
  readonly definers: readonly Run[];
  /** It found something else than it does in a run from the top. */
  readonly isOff: boolean;
  /** Why what it has made is out of date; null: it is not, or not for what has happened since. */
  outdated: Outdated | null;
}

/** Why the work of a run is out of date. */
export type Outdated =
  /** What its cell says has changed. */
  | { readonly type: 'edited' | 'deleted' }
  /** Another cell has given a name, which it read, a new value since. */
  | { readonly type: 'changed'; readonly name: string; readonly by: Run }
  /** It was made from work that is out of date. */
  | { readonly type: 'made-from'; readonly name: string; readonly of: Run };

const NONE: readonly Run[] = [];

/** The state of a kernel. Runs are added, and never taken back. */
export class KernelState {
  readonly #page: PageOrder;
  readonly #values = new Map<string, readonly Run[]>();
  readonly #definers = new Map<string, Run>();
  readonly #last = new Map<string, Run>();
  /** When each cell has written a name last. */
  readonly #writes = new Map<string, Map<number, Run>>();
  /** Runs that have read a name. */
  readonly #readers = new Map<string, Run[]>();
  readonly #users = new Map<Run, { readonly run: Run; readonly name: string }[]>();
  readonly #wanted: ReadonlySet<string>;
  readonly #runs: Run[] = [];
  /** Something that has run may have bound any name. */
  isOpaque = false;

  /** `wanted`: cells whose work counts as missing though they have not run. */
  constructor(page: PageOrder, wanted: ReadonlySet<string>) {
    this.#page = page;
    this.#wanted = wanted;
  }

  /** The number of runs so far. */
  get time(): number {
    return this.#runs.length;
  }

  /** All runs so far, by their times. */
  get runs(): readonly Run[] {
    return this.#runs;
  }

  /** The runs whose work a name stands for: who bound it, and who has changed it since. */
  valueOf(name: string): readonly Run[] {
    return this.#values.get(name) ?? NONE;
  }

  /** The run that has bound a name last, perhaps; modules included. Undefined: the name stands for nothing. */
  definerOf(name: string): Run | undefined {
    return this.#definers.get(name);
  }

  /** The last run of a cell. */
  lastRun(cell: string): Run | undefined {
    return this.#last.get(cell);
  }

  /** Whether values that a cell has no part in lack something: it has had, or has to. */
  isWanted(cell: string): boolean {
    return this.#last.has(cell) || this.#wanted.has(cell);
  }

  /** The last run of a cell above a place that has written a name later than `since`. */
  changedSince(name: string, at: number, since: number): Run | null {
    for (const [writer, run] of this.#writes.get(name) ?? []) {
      if (run.time > since && writer >= 0 && writer < at) return run;
    }
    return null;
  }

  /** A cell runs. */
  run(summary: CellSummary, isOff: boolean): Run {
    const found = new Map<string, readonly Run[]>();
    for (const name of summary.reads.keys()) found.set(name, this.valueOf(name));
    const definers: Run[] = [];
    for (const name of summary.needs) {
      const definer = this.#definers.get(name);
      if (definer !== undefined) definers.push(definer);
    }
    const { cell, source } = summary;
    const run: Run = {
      cell,
      source,
      at: this.#page.placeOf(cell),
      time: this.#runs.length + 1,
      found,
      definers,
      isOff,
      outdated: null,
    };
    this.#runs.push(run);
    this.#last.set(cell, run);
    for (const [name, makers] of found) {
      push(this.#readers, name, run);
      for (const maker of makers) if (counts(maker, run)) push(this.#users, maker, { run, name });
    }
    for (const [name, makers] of found) {
      const old = makers.find((maker) => maker.outdated !== null && counts(maker, run));
      if (old !== undefined) this.expire(run, { type: 'made-from', name, of: old });
    }
    if (run.at < 0) this.expire(run, { type: 'deleted' });
    for (const name of summary.changes.keys()) this.#write(name, run, summary.replaces.has(name));
    for (const name of summary.binds) this.#definers.set(name, run);
    for (const name of summary.deletes) {
      this.#values.delete(name);
      this.#definers.delete(name);
    }
    this.isOpaque ||= summary.isOpaque;
    return run;
  }

  /** What a run has made is out of date from now on, and what was made from it. */
  expire(run: Run, why: Outdated): void {
    const pending: [Run, Outdated][] = [[run, why]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [old, reason] = next;
      if (old.outdated !== null) continue;
      old.outdated = reason;
      for (const { run: user, name } of this.#users.get(old) ?? []) {
        pending.push([user, { type: 'made-from', name, of: old }]);
      }
    }
  }

  #write(name: string, run: Run, replaces: boolean): void {
    const before = replaces ? NONE : this.valueOf(name);
    this.#values.set(name, [...before, run]);
    const writes = this.#writes.get(name) ?? new Map<number, Run>();
    this.#writes.set(name, writes.set(run.at, run));
    for (const reader of this.#readers.get(name) ?? []) {
      if (run.at >= 0 && counts(run, reader) && reader.time < run.time) {
        this.expire(reader, { type: 'changed', name, by: run });
      }
    }
  }
}

/** Whether a run's work is for another one to find in a run from the top: its cell stands above, or was deleted. */
function counts(maker: Run, user: Run): boolean {
  return maker.at < user.at;
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}
