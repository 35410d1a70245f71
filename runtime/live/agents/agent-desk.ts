/**
 * Answers agents' requests about an open notebook: cells with states, edits against a revision, plans, and
 * runs with ids. Agents use the same operations as pages, so a person sees all actions of agents.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CellId,
  type CoreState,
  type ExecutionRecord,
  GLOBALS,
  isBlank,
  planView,
  previewRun,
  previewSettle,
  remaining,
} from '../../../slicer/index.ts';
import { type Cell, hasTag } from '../../documents/index.ts';
import type { Output } from '../../kernel/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { AgentFlow, AgentReply, AgentRequest, Goal, PlannedCell } from '../messages/agent-messages.ts';
import type { CellView, NotebookView } from '../messages/notebook-views.ts';
import type { CellChange } from '../notebook/edited-cells.ts';
import { agentCells, whyLeft, whyPlanned } from './agent-cells.ts';
import { changesOf } from './agent-edits.ts';
import { AgentRuns } from './agent-runs.ts';
import { cellOf } from './cell-of.ts';
import { Revisions } from './revisions.ts';

/** The open notebook. */
export interface AgentHost {
  cells(): readonly Cell[];
  core(): CoreState;
  view(): NotebookView;
  flows(): readonly AgentFlow[];
  /** Carries out edits, all or none; nothing runs. @throws {SluiceError} 2 */
  revise(edits: readonly ((cells: readonly Cell[]) => CellChange)[]): void;
  /** Waits until cells can run. */
  ready(): Promise<void>;
  /** Runs cells with their needs, or (null) all cells with an earlier run that are out of date. */
  request(cells: readonly CellId[] | null): void;
  interrupt(): void;
  restart(): Promise<void>;
}

/** The wait for an interrupted kernel: a kernel that runs on for longer may never stop. */
const INTERRUPT_MS = 10_000;

type Of<K extends AgentRequest['do']> = Extract<AgentRequest, { readonly do: K }>;

/** The agents' side of one notebook. */
export class AgentDesk {
  readonly #host: AgentHost;
  readonly #revisions = new Revisions();
  readonly #runs = new AgentRuns();
  #looks = false;

  constructor(host: AgentHost) {
    this.#host = host;
  }

  /** The answer. @throws {SluiceError} with the reason why there is none. */
  async answer(request: AgentRequest): Promise<AgentReply> {
    if (request.do === 'run' || request.do === 'plan') await this.#host.ready();
    const revision = this.#revision();
    if ('revision' in request && request.revision !== undefined && request.revision !== revision) {
      const changed = this.#revisions.changesSince(request.revision, this.#host.cells());
      return { type: 'conflict', revision, changed };
    }
    switch (request.do) {
      case 'look': {
        const { kernel, mode, cells } = this.#host.view();
        return { type: 'look', revision, kernel, mode, cells: agentCells(cells), runs: this.#runs.active };
      }
      case 'read':
        return this.#read(request, revision);
      case 'edit':
        return this.#edit(request);
      case 'plan':
        return this.#plan(request, revision);
      case 'run':
        return this.#run(request);
      case 'status':
        return this.#status(request);
      case 'interrupt':
        return this.#interrupt(request);
      case 'restart':
        return this.#restart();
      case 'flows':
        return { type: 'flows', revision, flows: this.#host.flows() };
    }
  }

  /** A cell has run. */
  ran(record: Pick<ExecutionRecord, 'cell' | 'exec' | 'status'>, ms: number, error: string | null): void {
    const { cell, exec, status } = record;
    this.#runs.ran({ cell, index: this.#indexOf(cell), exec, status, ms: Math.round(ms), error });
  }

  /** The kernel has died, or could not be started. */
  died(reason: string): void {
    this.#runs.endAll('died', reason);
  }

  /** The plan may have changed, or a cell may wait for input. */
  changed(): void {
    if (this.#looks || this.#runs.active.length === 0) return;
    // after the operation that changes the plan is over
    this.#looks = true;
    setImmediate(() => {
      this.#looks = false;
      this.#look();
    });
  }

  #look(): void {
    if (this.#runs.active.length === 0) return;
    const core = this.#host.core();
    const running = core.running === null ? [] : [core.running.cell];
    this.#runs.pending([...running, ...remaining(core)]);
    if (this.#prompted() !== null) this.#runs.prompted();
  }

  #revision(): string {
    return this.#revisions.of(this.#host.cells());
  }

  #read({ cell: name }: Of<'read'>, revision: string): AgentReply {
    const { id } = cellOf(this.#host.cells(), name);
    const stored = this.#host.cells().find((cell) => cell.id === id);
    const outputs = stored?.type === 'code' ? (stored.outputs as readonly Output[]) : [];
    const cell = agentCells(this.#host.view().cells).find((each) => each.id === id)!;
    return { type: 'read', revision, cell, outputs };
  }

  #edit({ edits }: Of<'edit'>): AgentReply {
    const inserted: string[] = [];
    // each edit counts positions on the cells that the edits before it leave
    const steps = edits.map((edit) => (cells: readonly Cell[]) => {
      const found = changesOf(edit, cells);
      if (found.inserted !== null) inserted.push(found.inserted);
      return found.change;
    });
    this.#host.revise(steps);
    return { type: 'edited', revision: this.#revision(), inserted };
  }

  #plan({ goal, force = false }: Of<'plan'>, revision: string): AgentReply {
    const core = this.#host.core();
    const found = planView(core, this.#planned(goal, force));
    const view = new Map(this.#host.view().cells.map((cell) => [cell.id, cell]));
    const wanted = new Set(this.#wanted(goal, force) ?? []);
    const cells = found.cells.map((cell): PlannedCell => {
      return { cell, index: this.#indexOf(cell), why: whyPlanned(view.get(cell), wanted.has(cell)) };
    });
    const planned = new Set(found.cells);
    const held = [...wanted].filter((cell) => !planned.has(cell) && view.get(cell)?.state === 'gated');
    return {
      ...{ type: 'plan', revision, cells, seconds: found.seconds },
      held: held.map((cell) => ({
        cell,
        index: this.#indexOf(cell),
        why: view.get(cell)?.reasons.join('; ') ?? '',
      })),
    };
  }

  async #run({ goal, force = false, waitMs }: Of<'run'>): Promise<AgentReply> {
    const { kernel } = this.#host.view();
    if (kernel.state === 'dead') {
      throw new SluiceError(
        `the kernel has died (${kernel.reason ?? 'no reason known'}): restart it, then run`,
      );
    }
    const wanted = this.#wanted(goal, force);
    const planned = new Set([...this.#planned(goal, force), ...(wanted ?? []), ...this.#underWay(goal)]);
    const run = this.#runs.begin(goal, [...planned], this.#host.core().exec);
    if (wanted === null || wanted.length > 0) this.#host.request(wanted);
    this.#look();
    await this.#runs.wait(run, waitMs);
    return this.#reported(run);
  }

  async #status({ run, waitMs = 0 }: Of<'status'>): Promise<AgentReply> {
    if (run === undefined) {
      const { kernel, mode, cells } = this.#host.view();
      const [revision, runs] = [this.#revision(), this.#runs.active];
      return { type: 'look', revision, kernel, mode, cells: agentCells(cells), runs };
    }
    await this.#runs.wait(run, waitMs);
    return this.#reported(run);
  }

  async #interrupt({ run }: Of<'interrupt'>): Promise<AgentReply> {
    if (run !== undefined) {
      if (!this.#runs.has(run)) throw noRun(run);
      if (!this.#runs.active.includes(run)) return { type: 'interrupted', runs: [], stopped: true };
    }
    this.#host.interrupt();
    const runs = this.#runs.endAll('interrupted', null);
    // cells that are requested before the running one has ended would not run
    const until = performance.now() + INTERRUPT_MS;
    while (this.#host.core().running !== null && performance.now() < until) await sleep(20);
    return { type: 'interrupted', runs, stopped: this.#host.core().running === null };
  }

  async #restart(): Promise<AgentReply> {
    const core = this.#host.core();
    const { settlement, order } = core;
    const cells = order.filter((cell) => settlement.execution(cell) !== null);
    const names = new Set(cells.flatMap((cell) => namesWritten(settlement.execution(cell)!)));
    this.#runs.endAll('interrupted', 'the kernel was restarted');
    await this.#host.restart();
    const lost = { cells, names: [...names].sort() };
    return { type: 'restarted', revision: this.#revision(), lost };
  }

  #reported(run: string): AgentReply {
    const states = new Map(this.#host.view().cells.map((cell) => [cell.id, cell]));
    const report = this.#runs.report(run, {
      leftOut: (cell) => {
        const view = states.get(cell);
        if (view === undefined) return { index: 0, why: 'it was deleted' };
        return { index: this.#indexOf(cell), why: whyLeft(view) };
      },
      prompted: () => this.#prompted(),
    });
    if (report === null) throw noRun(run);
    return { type: 'run', revision: this.#revision(), run: report };
  }

  #prompted(): { cell: CellId; prompt: string } | null {
    for (const { id, prompt } of this.#host.view().cells) {
      if (prompt !== null) return { cell: id, prompt: prompt.text };
    }
    return null;
  }

  /** The cells to request; null: everything that has run before and is out of date. */
  #wanted(goal: Goal, force: boolean): readonly CellId[] | null {
    if (goal.type === 'stale') return null;
    return this.#goalCells(goal).flatMap((cell): CellId[] => {
      // a failed cell runs again only if an agent asks for it
      const isDone =
        cell.state === 'settled' ||
        this.#isUnderWay(cell) ||
        (goal.type === 'all' && cell.state === 'failed');
      return isDone && !force ? [] : [cell.id];
    });
  }

  /** The goal's cells that run already, or are going to. */
  #underWay(goal: Goal): readonly CellId[] {
    if (goal.type === 'stale') return this.#host.view().plan.cells;
    return this.#goalCells(goal).flatMap((cell) => (this.#isUnderWay(cell) ? [cell.id] : []));
  }

  /** Whether a cell runs, or is going to run, with its present text. */
  #isUnderWay({ id, state, source }: CellView): boolean {
    const { running, plan } = this.#host.core();
    if (running?.cell === id) return running.source === source;
    return state === 'queued' && (plan?.texts.get(id) ?? source) === source;
  }

  #goalCells(goal: Goal): readonly CellView[] {
    const all = this.#host.view().cells;
    const code = all.filter((cell) => cell.type === 'code' && !isBlank(cell.source));
    if (goal.type !== 'cell') return code.filter((cell) => !hasTag(cell, 'skip-execution'));
    const { id, type } = cellOf(this.#host.cells(), goal.cell);
    if (type !== 'code') throw new SluiceError(`cell ${id} holds text, which does not run`);
    return code.filter((cell) => cell.id === id);
  }

  #planned(goal: Goal, force: boolean): readonly CellId[] {
    const wanted = this.#wanted(goal, force);
    const core = this.#host.core();
    if (wanted === null) return previewSettle(core);
    return wanted.length === 0 ? [] : previewRun(core, wanted);
  }

  #indexOf(cell: CellId): number {
    return this.#host.core().order.indexOf(cell) + 1;
  }
}

function noRun(run: string): SluiceError {
  return new SluiceError(
    `there is no run ${run.slice(0, 40)} in this notebook; status with a path lists the runs`,
  );
}

function namesWritten({ statements }: ExecutionRecord): readonly string[] {
  return statements.flatMap(({ writes }) =>
    writes.flatMap(({ object, field }) =>
      object === GLOBALS && /^[^\W\d_]\w*$/u.test(field) ? [field] : [],
    ),
  );
}
