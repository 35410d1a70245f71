/** Shows runs and outputs of the server in the cells of the editor, by executions of the controller. */

import type * as vscode from 'vscode';
import type { CellView } from '../../runtime/index.ts';
import { outputsOf } from './outputs.ts';

interface Shown {
  readonly execution: vscode.NotebookCellExecution;
  /** Milliseconds since 1970; null: the run waits. */
  startedAt: number | null;
}

/** The runs of one notebook. */
export class RunningCells {
  readonly #controller: vscode.NotebookController;
  readonly #whole: (cell: CellView) => Promise<CellView['outputs']>;
  readonly #shown = new Map<string, Shown>();
  /** Changes of outputs, one after the other. */
  #work: Promise<unknown> = Promise.resolve();

  /** `whole`: the outputs of a cell without clips. */
  constructor(
    controller: vscode.NotebookController,
    whole: (cell: CellView) => Promise<CellView['outputs']>,
  ) {
    this.#controller = controller;
    this.#whole = whole;
  }

  /** Shows a changed cell. `before`: as shown; undefined: it is new here. */
  show(cell: vscode.NotebookCell, before: CellView | undefined, now: CellView): void {
    if (now.type !== 'code') return;
    const isOngoing = now.state === 'queued' || now.state === 'running';
    const isNew =
      before === undefined
        ? now.executionCount !== null && now.executionCount !== cell.executionSummary?.executionOrder
        : before.executionCount !== now.executionCount || before.outputs !== now.outputs;
    if (!isOngoing && !isNew && !this.#shown.has(now.id)) return;
    const shown = this.#shown.get(now.id) ?? this.#begin(cell, now.id);
    if (shown === null) return;
    const { execution } = shown;
    if (now.state !== 'queued' && shown.startedAt === null) {
      shown.startedAt = now.startedAt ?? Date.now() - (now.ms ?? 0);
      execution.start(shown.startedAt);
    }
    if (shown.startedAt === null) return;
    execution.executionOrder = now.executionCount ?? undefined;
    if (isNew || now.state === 'running') this.#put(execution, now.outputs);
    if (isOngoing) return;
    this.#shown.delete(now.id);
    const endedAt = shown.startedAt + (now.ms ?? 0);
    const failed = now.outputs.some(({ output_type: type }) => type === 'error');
    this.#then(async () => {
      if (now.clipped.length > 0) await execution.replaceOutput(outputsOf(await this.#whole(now)));
      execution.end(!failed, endedAt);
    });
  }

  /** Ends all shown runs, because the server is gone. */
  end(): void {
    for (const { execution, startedAt } of this.#shown.values()) {
      if (startedAt === null) execution.start();
      this.#then(async () => execution.end(undefined));
    }
    this.#shown.clear();
  }

  #begin(cell: vscode.NotebookCell, id: string): Shown | null {
    try {
      const shown = { execution: this.#controller.createNotebookCellExecution(cell), startedAt: null };
      this.#shown.set(id, shown);
      return shown;
    } catch {
      // another kernel was chosen meanwhile
      return null;
    }
  }

  #put(execution: vscode.NotebookCellExecution, outputs: CellView['outputs']): void {
    this.#then(() => execution.replaceOutput(outputsOf(outputs)));
  }

  #then(action: () => PromiseLike<unknown>): void {
    this.#work = this.#work.then(action).catch(() => {});
  }
}
