/**
 * The results of a session's executions, within a memory limit: old outputs, of runs that are not their
 * cell's last, are dropped, the oldest first. The graph has code and dependences.
 */

import type { CellId, Exec, ExecutionStatus } from '../../../slicer/index.ts';
import type { Output, RunError } from '../../kernel/index.ts';
import type { GatheredRun, TracedRun } from '../../session/index.ts';
import { outputsSize } from '../pages/clip-outputs.ts';
import type { StoredMark } from './log-entries.ts';

/** The limit of characters of old outputs. */
const MOST_OLD = 64_000_000;

/** An execution. */
export interface KeptRun {
  readonly exec: Exec;
  readonly cell: CellId;
  /** The kernel's number of the run, which cells show; null: none. */
  readonly count: number | null;
  /** The start, in milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
  readonly status: ExecutionStatus;
  readonly error: RunError | null;
  /** Null: they were dropped. */
  readonly outputs: readonly Output[] | null;
  /** Whether it is the first run after a restart of the kernel. */
  readonly restarted: boolean;
  /** Set if saved copies were restored in place of a run. */
  readonly restored?: true;
  /** Set if a stored run stands for the run. */
  readonly stored?: StoredMark;
  /** Set if its outputs come from another person's log, so their origin is unknown. */
  readonly foreign?: true;
  /** Set if the run is undone: its text, which the graph does not have. */
  readonly undone?: { readonly source: string };
}

/** The executions, in order. */
export class RunHistory {
  readonly #most: number;
  readonly #runs = new Map<Exec, KeptRun>();
  readonly #last = new Map<CellId, Exec>();
  /** Runs with outputs that are not their cell's last, with the size of the outputs. */
  readonly #old = new Map<Exec, number>();
  #held = 0;
  #restarted = false;

  /** `most`: the limit of characters of old outputs. */
  constructor(most = MOST_OLD) {
    this.#most = most;
  }

  /** Adds the last execution. `at`: its start, in milliseconds since 1970. */
  add({ record, result, ms }: TracedRun, at: number): void {
    const { exec, cell, status } = record;
    const { error, outputs, executionCount: count } = result;
    this.resumed({ exec, cell, count, at, ms: ms.run, status, error, outputs });
  }

  /** Adds the last execution, for which a stored run may stand. */
  resumed(run: Omit<KeptRun, 'restarted'>): void {
    this.restore({ ...run, restarted: this.#restarted });
    this.#restarted = false;
  }

  /** Adds the last execution in its stored form. */
  restore(run: KeptRun): void {
    this.#runs.set(run.exec, run);
    this.#retire(this.#last.get(run.cell));
    this.#last.set(run.cell, run.exec);
  }

  /** Notes that the person trusts the outputs read from the log. */
  trust(): void {
    for (const [exec, { foreign: _, ...run }] of this.#runs) this.#runs.set(exec, run);
  }

  /** Notes the undo of a run with this text; null: its redo. */
  undid(exec: Exec, source: string | null): void {
    const run = this.#runs.get(exec);
    if (run === undefined) return;
    const { undone: _, ...rest } = run;
    this.#runs.set(exec, source === null ? rest : { ...rest, undone: { source } });
  }

  /** The undone runs. */
  get undone(): readonly Exec[] {
    return [...this.#runs.values()].flatMap(({ exec, undone }) => (undone === undefined ? [] : [exec]));
  }

  /** The kernel was restarted: the next run is the first of a new one. */
  restart(): void {
    this.#restarted = this.#runs.size > 0;
  }

  /** An execution of this session. */
  get(exec: Exec): KeptRun | undefined {
    return this.#runs.get(exec);
  }

  /** Later executions that really ran. */
  after(exec: Exec): readonly KeptRun[] {
    return [...this.#runs.values()].filter((run) => run.exec > exec && !run.restored);
  }

  /** Whether a stored run stands for this execution, or for a later one. */
  hasStoredFrom(exec: Exec): boolean {
    return [...this.#runs.values()].some((run) => run.exec >= exec && run.stored !== undefined);
  }

  /** An execution for gathering. */
  gathered(exec: Exec): GatheredRun | undefined {
    const run = this.#runs.get(exec);
    return run && { record: { cell: run.cell }, result: { outputs: run.outputs, error: run.error } };
  }

  #retire(exec: Exec | undefined): void {
    const run = exec === undefined ? undefined : this.#runs.get(exec);
    if (run?.outputs == null || run.outputs.length === 0) return;
    const size = outputsSize(run.outputs);
    this.#old.set(run.exec, size);
    this.#held += size;
    for (const [oldest, its] of this.#old) {
      if (this.#held <= this.#most) break;
      this.#old.delete(oldest);
      this.#held -= its;
      this.#runs.set(oldest, { ...this.#runs.get(oldest)!, outputs: null });
    }
  }
}
