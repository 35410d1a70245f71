/**
 * The contents of the kernel after some runs, by names: the runs that made each value, and whether the value
 * is out of date. It runs nothing, and does not judge future runs.
 * Imprecise: a name is one value for `sluice what-if`: a reader of `df['a']` also counts as a reader of
 * `df['b']`.
 */

import type { CellSummary } from './cell-summary.ts';
import type { PageOrder } from './expected-runs.ts';

/** One run of a cell. */
export interface Run {
  readonly cell: string;
  /** The text of the run. */
  readonly source: string;
  /** The position of the cell in the notebook, from 0; -1: it was deleted. */
  readonly at: number;
  /** From 1, over all runs. */
  readonly time: number;
  /** By name that the run read: the runs that made the value. */
  readonly found: ReadonlyMap<string, readonly Run[]>;
  /** The runs that had bound the names without which the run would have failed. */
  readonly definers: readonly Run[];
  /** Whether the run found other values than in a run from the top. */
  readonly isOff: boolean;
  /** Why its results are out of date; null: they are not, or events since then do not concern them. */
  outdated: Outdated | null;
}

/** Why the results of a run are out of date. */
export type Outdated =
  /** The text of its cell has changed. */
  | { readonly type: 'edited' | 'deleted' }
  /** Another cell has changed a name that the run read. */
  | { readonly type: 'changed'; readonly name: string; readonly by: Run }
  /** The run used results that are out of date. */
  | { readonly type: 'made-from'; readonly name: string; readonly of: Run };

const NONE: readonly Run[] = [];

/** The state of a kernel. Runs are added, and never removed. */
export class KernelState {
  readonly #page: PageOrder;
  readonly #values = new Map<string, readonly Run[]>();
  readonly #definers = new Map<string, Run>();
  readonly #last = new Map<string, Run>();
  /** By name and cell: the cell's last run that wrote the name. */
  readonly #writes = new Map<string, Map<number, Run>>();
  /** By name: the runs that have read it. */
  readonly #readers = new Map<string, Run[]>();
  readonly #users = new Map<Run, { readonly run: Run; readonly name: string }[]>();
  readonly #wanted: ReadonlySet<string>;
  readonly #runs: Run[] = [];
  /** Whether a run may have bound any name. */
  isOpaque = false;

  /** `wanted`: cells whose results count as missing although they have not run. */
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

  /** The runs that made the value of a name: the run that bound it, and the runs that have changed it since. */
  valueOf(name: string): readonly Run[] {
    return this.#values.get(name) ?? NONE;
  }

  /** The last run that may have bound a name, including modules. Undefined: the name is unbound. */
  definerOf(name: string): Run | undefined {
    return this.#definers.get(name);
  }

  /** The last run of a cell. */
  lastRun(cell: string): Run | undefined {
    return this.#last.get(cell);
  }

  /** Whether values are incomplete without a contribution of the cell: it has run before, or has to run. */
  isWanted(cell: string): boolean {
    return this.#last.has(cell) || this.#wanted.has(cell);
  }

  /** The last run of a cell above a position that has written a name later than `since`. */
  changedSince(name: string, at: number, since: number): Run | null {
    for (const [writer, run] of this.#writes.get(name) ?? []) {
      if (run.time > since && writer >= 0 && writer < at) return run;
    }
    return null;
  }

  /** Adds a run of a cell. */
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

  /** Marks the results of a run as out of date, and all results made from them. */
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

/** Whether another run finds the results of a run in a run from the top: its cell stands above, or was deleted. */
function counts(maker: Run, user: Run): boolean {
  return maker.at < user.at;
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}
