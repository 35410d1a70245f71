/**
 * The runs requested by agents in one notebook: each has an id, its executions, and an end. A kernel runs one
 * cell at a time, so runs of several agents and of a person share one plan. This file runs nothing.
 */

import { randomBytes } from 'node:crypto';
import type { CellId, Exec } from '../../../slicer/index.ts';
import type { AgentExecution, AgentRun, Goal } from '../messages/agent-messages.ts';

/** Ended runs are kept for questions about their results. */
const MOST_RUNS = 100;

interface Run {
  readonly id: string;
  readonly goal: Goal;
  readonly planned: ReadonlySet<CellId>;
  /** The last execution that began before the run. */
  readonly after: Exec;
  readonly begun: number;
  readonly ran: AgentExecution[];
  status: AgentRun['status'];
  reason: string | null;
  ended: number | null;
  /** Functions to call at the end. */
  readonly waiting: Set<() => void>;
}

/** Why planned cells did not run, and who waits for input, from the notebook. */
export interface RunSurroundings {
  leftOut(cell: CellId): { readonly index: number; readonly why: string } | null;
  prompted(): { readonly cell: CellId; readonly prompt: string } | null;
}

/** The runs of one notebook. */
export class AgentRuns {
  readonly #runs = new Map<string, Run>();

  /** Notes a new run. `after`: the last execution that has begun. */
  begin(goal: Goal, planned: readonly CellId[], after: Exec): string {
    const id = `run-${randomBytes(4).toString('hex')}`;
    const begun = performance.now();
    this.#runs.set(id, {
      ...{ id, goal, begun, after, planned: new Set(planned), ran: [], waiting: new Set() },
      ...{ status: 'running', reason: null, ended: null },
    });
    for (const [old, { status }] of this.#runs) {
      if (this.#runs.size > MOST_RUNS && status !== 'running') this.#runs.delete(old);
    }
    return id;
  }

  /** The runs that go on. */
  get active(): readonly string[] {
    return this.#active().map(({ id }) => id);
  }

  has(id: string): boolean {
    return this.#runs.has(id);
  }

  /** A cell has run: for each run that planned it, else for the oldest run. */
  ran(execution: AgentExecution): void {
    const active = this.#active();
    const own = active.filter(({ planned }) => planned.has(execution.cell));
    const others = active.slice(0, 1).filter(({ after }) => execution.exec > after);
    for (const run of own.length > 0 ? own : others) run.ran.push(execution);
  }

  /** Ends the runs of which no cell is `pending`. */
  pending(pending: readonly CellId[]): void {
    const active = this.#active();
    const owned = new Set(active.flatMap(({ planned }) => [...planned]));
    const others = pending.some((cell) => !owned.has(cell));
    for (const [at, run] of active.entries()) {
      // cells that no run planned belong to the oldest run
      if (pending.some((cell) => run.planned.has(cell)) || (at === 0 && others)) continue;
      const isFailed = run.ran.some(({ status }) => status === 'error');
      const isCut = run.ran.some(({ status }) => status === 'interrupted');
      this.#end(run, isCut ? 'interrupted' : isFailed ? 'failed' : 'done');
    }
  }

  /** Ends all runs; returns their ids. */
  endAll(status: 'interrupted' | 'died', reason: string | null): readonly string[] {
    const active = this.#active();
    for (const run of active) {
      run.reason = reason;
      this.#end(run, status);
    }
    return active.map(({ id }) => id);
  }

  /** Waits for the end of a run, for a cell that waits for input, or for the time. */
  async wait(id: string, ms: number): Promise<void> {
    const run = this.#runs.get(id);
    if (run === undefined || run.status !== 'running' || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        run.waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      run.waiting.add(done);
    });
  }

  /** A cell waits for a person's input: nobody should wait for the end. */
  prompted(): void {
    for (const { waiting } of this.#active()) for (const done of [...waiting]) done();
  }

  /** The report of a run; null: there is no such run. */
  report(id: string, { leftOut, prompted }: RunSurroundings): AgentRun | null {
    const run = this.#runs.get(id);
    if (run === undefined) return null;
    const { goal, planned, ran, status, reason, begun, ended } = run;
    const done = new Set(ran.map(({ cell }) => cell));
    const missing = status === 'running' ? [] : [...planned].filter((cell) => !done.has(cell));
    const left = missing.flatMap((cell) => {
      const found = leftOut(cell);
      return found === null ? [] : [{ cell, ...found }];
    });
    const waiting = status === 'running' ? prompted() : null;
    const ms = Math.round((ended ?? performance.now()) - begun);
    return { run: id, status, goal, ran: [...ran], left, waiting, ms, reason };
  }

  #active(): Run[] {
    return [...this.#runs.values()].filter(({ status }) => status === 'running');
  }

  #end(run: Run, status: AgentRun['status']): void {
    run.status = status;
    run.ended = performance.now();
    for (const done of [...run.waiting]) done();
  }
}
