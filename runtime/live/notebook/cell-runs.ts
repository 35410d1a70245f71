/**
 * The runs of an open notebook's cells: tells each part of the notebook when a run starts, ends, fails, or is replaced by saved copies
 * or a stored run. It decides no run.
 */

import { randomUUID } from 'node:crypto';
import type { CellId, Exec } from '../../../slicer/index.ts';
import { KernelDied, type TracedKernel, type TracedRun } from '../../session/index.ts';
import type { RestoredRun } from '../../store/index.ts';
import { messageOf } from '../../words/index.ts';
import type { AgentDesk } from '../agents/agent-desk.ts';
import type { LoggedSession } from '../log/logged-session.ts';
import type { RunHistory } from '../log/run-history.ts';
import { wholeOutputOf } from '../log/whole-outputs.ts';
import type { Prompts } from '../pages/prompts.ts';
import type { Widgets } from '../widgets/widgets.ts';
import type { CellOutputs } from './cell-outputs.ts';
import type { ConsoleLines } from './console-lines.ts';
import type { KernelSuccession } from './kernel-succession.ts';
import type { NotebookKernel } from './notebook-kernel.ts';
import type { ReactiveRunner } from './reactive-runner.ts';
import type { NotebookFile } from './saving.ts';

/** The parts of the notebook that a run concerns. */
export interface RunParts {
  readonly path: () => string;
  readonly file: NotebookFile;
  readonly kernel: NotebookKernel;
  readonly succession: KernelSuccession;
  readonly runner: ReactiveRunner;
  readonly log: LoggedSession;
  readonly history: RunHistory;
  readonly outputs: CellOutputs;
  readonly widgets: Widgets;
  readonly lines: ConsoleLines;
  readonly prompts: Prompts;
  readonly agents: () => AgentDesk;
}

/** The runs of a notebook's cells. */
export class CellRuns {
  readonly #parts: RunParts;
  /** Cells whose next run writes its whole output to a file. */
  readonly #whole = new Set<CellId>();
  #started: { readonly cell: CellId; readonly at: number } | null = null;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  /** The running cell, and the time of its start. */
  get started(): { readonly cell: CellId; readonly at: number } | null {
    return this.#started;
  }

  /** The next run of each of these cells writes its whole output to a file. */
  writeWhole(cells: readonly CellId[]): void {
    for (const cell of cells) this.#whole.add(cell);
  }

  /** The run in progress is lost, with its kernel. */
  lost(): void {
    this.#started = null;
  }

  /** A run starts; returns the options of its request. */
  starting(cell: CellId): NonNullable<Parameters<TracedKernel['run']>[3]> {
    const { path, file, kernel, succession, log, outputs, widgets, lines, prompts } = this.#parts;
    const left = succession.begins(cell);
    const { request: requestId, at } = left ?? { request: randomUUID(), at: Date.now() };
    this.#started = { cell, at };
    if (left === null) log.starting(requestId, at);
    kernel.become('busy', null);
    widgets.starting(cell);
    lines.starting(cell);
    const wholeTo = this.#whole.delete(cell) ? wholeOutputOf(path(), cell) : null;
    const { onOutput } = outputs.starting(cell);
    file.touchOutputs();
    return {
      requestId,
      onOutput: (...shown) => {
        onOutput?.(...shown);
        // a cell may run for hours, and the server or the machine may end before it
        file.touchOutputs();
      },
      ...(wholeTo === null ? {} : { wholeTo }),
      // a kernel without a person to ask fails the line with the reason
      ...(lines.has(cell) ? {} : { onInput: (prompt) => prompts.ask(cell, prompt) }),
    };
  }

  /** A run has ended. */
  ran(cell: CellId, run: TracedRun): void {
    const { file, kernel, log, history, outputs, lines, prompts, agents } = this.#parts;
    const at = this.#started?.at ?? Date.now();
    history.add(run, at);
    log.ran(run, at);
    prompts.cancel(cell);
    this.#started = null;
    outputs.ran(cell, run.result);
    const { fold, status, executionCount } = run.result;
    lines.ran(cell, fold.outputs, status !== 'ok', executionCount);
    kernel.become('idle', null);
    file.touch();
    const { error } = run.result;
    agents().ran(run.record, run.ms.run, error && `${error.name}: ${error.value}`);
  }

  /** Saved copies of the run `last` were restored, as the run `exec`. */
  restored(exec: Exec, last: Exec, ms: number): void {
    const { runner, log, history, agents } = this.#parts;
    const before = history.get(last);
    if (before === undefined) return;
    const run = { ...before, exec, at: Date.now(), ms, restored: true } as const;
    history.restore(run);
    log.putBack(run);
    const cell = runner.state.settlement.graph.execution(last)?.cell;
    if (cell !== undefined) agents().ran({ cell, exec, status: 'ok' }, ms, null);
  }

  /** A stored run stands for a run of the cell. */
  resumed(cell: CellId, exec: Exec, { stored, count }: RestoredRun): void {
    const { file, succession, log, history, outputs, widgets, agents } = this.#parts;
    succession.begins(cell);
    widgets.starting(cell);
    const { ms, outputs: shown } = stored;
    const kept = {
      exec,
      cell,
      count,
      at: Date.now(),
      ms,
      status: 'ok',
      error: null,
      outputs: shown,
    } as const;
    const run = { ...kept, stored: { at: stored.at, ms } };
    history.resumed(run);
    log.resumed(run);
    outputs.restored(cell, shown, count);
    file.touch();
    agents().ran({ cell, exec, status: 'ok' }, ms, null);
  }

  /** The kernel died in a run, or could not be started for the run. */
  failed(error: unknown, cell: CellId): void {
    const { file, kernel, prompts, agents } = this.#parts;
    this.#started = null;
    prompts.cancel(cell);
    kernel.become('dead', messageOf(error), error instanceof KernelDied ? error.cell : null);
    agents().died(messageOf(error));
    file.touch();
  }
}
