/**
 * Changes of an open notebook's cells, by pages and by agents: each reaches the document, the core, the outputs and the log. Nothing runs
 * here.
 */

import type { CellId } from '../../../slicer/index.ts';
import type { LoggedSession } from '../log/logged-session.ts';
import type { RunHistory } from '../log/run-history.ts';
import type { Listener } from '../pages/live-notebook.ts';
import type { Widgets } from '../widgets/widgets.ts';
import type { CellOutputs } from './cell-outputs.ts';
import type { ConsoleLines } from './console-lines.ts';
import type { EditOperation } from './edited-cells.ts';
import type { LiveCells } from './live-cells.ts';
import type { ReactiveRunner } from './reactive-runner.ts';
import type { NotebookFile } from './saving.ts';
import { SkippedCells } from './skipped-cells.ts';

/** The parts of the notebook that changed cells concern. */
export interface ArrangedParts {
  readonly cells: LiveCells;
  readonly file: NotebookFile;
  readonly runner: ReactiveRunner;
  readonly log: LoggedSession;
  readonly history: RunHistory;
  readonly outputs: CellOutputs;
  readonly widgets: Widgets;
  readonly lines: ConsoleLines;
}

/** The cells, as the core has them. */
export class ArrangedCells {
  readonly #parts: ArrangedParts;
  readonly #skipped: SkippedCells;
  #isTaken = false;

  constructor(parts: ArrangedParts) {
    this.#parts = parts;
    this.#skipped = new SkippedCells(parts.runner);
  }

  /** Gives the core the cells of the opened file, once. */
  take(): void {
    if (this.#isTaken) return;
    this.#isTaken = true;
    this.arrange(false);
    this.#skipped.follow(this.#parts.cells.code);
  }

  /** Gives the core the present cells. */
  arrange(settles: boolean): void {
    const { runner, lines, cells } = this.#parts;
    runner.dispatch(lines.below(cells.operation(settles)));
  }

  /** The file has other cells now. */
  reloaded(): void {
    this.arrange(false);
    this.#skipped.follow(this.#parts.cells.code);
  }

  /** Carries out a page's edit. @throws {SluiceError} 2 when it is refused. */
  edit(operation: EditOperation, from: Listener): void {
    const { cells, file, log, outputs } = this.#parts;
    const { op } = operation;
    if (!cells.edit(operation, from)) {
      // a page that repeats a text waits until the text is in the file
      if (op === 'edit') file.touch();
      return;
    }
    if (op === 'clear-outputs') {
      outputs.forget(operation.cells);
      log.cleared(operation.cells);
    }
    file.touch();
    if (op === 'metadata') this.#skipped.follow(cells.code);
    if (op === 'metadata' || op === 'attach' || op === 'clear-outputs') return;
    this.arrange(op === 'delete' || op === 'order');
    if ((op === 'insert' && operation.outputsOf === undefined) || op === 'type') this.resume(operation.cell);
    if (op === 'delete' || op === 'order') this.#moved();
  }

  /** Carries out an agent's edits, all or none. @throws {SluiceError} 2 when one is refused. */
  revise(steps: Parameters<LiveCells['revise']>[0]): void {
    this.take();
    this.#parts.cells.revise(steps);
    this.#parts.file.touch();
    this.arrange(false);
    this.#moved();
  }

  /** Restores the outputs of a cell's last run, if they still count. */
  resume(cell: CellId): void {
    const { runner, history, outputs } = this.#parts;
    const exec = runner.state.settlement.execution(cell)?.exec;
    const run = exec === undefined ? undefined : history.get(exec);
    if (run?.outputs && !run.foreign) outputs.resume(cell, run.outputs, run.count);
  }

  #moved(): void {
    this.#parts.outputs.arranged();
    this.#parts.widgets.arranged();
  }
}
