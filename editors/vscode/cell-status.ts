/** The state of each cell in its status bar; the reasons stand in the tooltip. */

import * as vscode from 'vscode';
import type { CellView } from '../../runtime/index.ts';

const SHOWN: Readonly<Record<CellView['state'], readonly [icon: string, words: string]>> = {
  unrun: ['circle-outline', 'not run'],
  edited: ['edit', 'edited'],
  queued: ['clock', 'waits'],
  running: ['sync~spin', 'runs'],
  fresh: ['warning', 'new inputs'],
  stale: ['warning', 'stale'],
  settled: ['pass', 'up to date'],
  failed: ['error', 'failed'],
  gated: ['circle-slash', 'held back'],
  unsettled: ['debug-restart', 'needs a restart'],
};

/** Provides the items. `viewOf`: the server's view of a cell; null: the cell runs elsewhere. */
export class CellStatus implements vscode.NotebookCellStatusBarItemProvider {
  readonly #viewOf: (cell: vscode.NotebookCell) => CellView | null;
  readonly #emitter = new vscode.EventEmitter<void>();
  readonly onDidChangeCellStatusBarItems = this.#emitter.event;

  constructor(viewOf: (cell: vscode.NotebookCell) => CellView | null) {
    this.#viewOf = viewOf;
  }

  changed(): void {
    this.#emitter.fire();
  }

  provideCellStatusBarItems(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem[] {
    const view = cell.kind === vscode.NotebookCellKind.Code ? this.#viewOf(cell) : null;
    if (view === null) return [];
    const [icon, words] = SHOWN[view.state];
    const item = new vscode.NotebookCellStatusBarItem(
      `$(${icon}) ${words}`,
      vscode.NotebookCellStatusBarAlignment.Right,
    );
    item.tooltip = [words, ...view.reasons].join('\n');
    item.command = { command: 'sluice.why', title: 'Why?', arguments: [cell] };
    return [item];
  }
}
