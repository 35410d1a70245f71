/** The ids of cells: those of the file, which the server has, too; old files have none, and their cells get some. */

import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { CellView } from '../../runtime/index.ts';

/** The ids of one notebook. */
export class CellIds {
  readonly #document: vscode.NotebookDocument;
  readonly #known = new WeakMap<vscode.NotebookCell, string>();

  constructor(document: vscode.NotebookDocument) {
    this.#document = document;
  }

  of(cell: vscode.NotebookCell): string {
    const known = this.#known.get(cell);
    if (known !== undefined) return known;
    const given: unknown = cell.metadata.id;
    const id = typeof given === 'string' && given !== '' ? given : randomUUID();
    this.#known.set(cell, id);
    return id;
  }

  /** The cell with this id; null: there is none. */
  cell(id: string): vscode.NotebookCell | null {
    return this.#document.getCells().find((cell) => this.of(cell) === id) ?? null;
  }

  /** Cells without ids in the file get those of the server's cells at their places. */
  pair(cells: readonly CellView[]): void {
    this.#document.getCells().forEach((cell, at) => {
      const id = cells[at]?.id;
      if (!this.#known.has(cell) && cell.metadata.id === undefined && id !== undefined)
        this.#known.set(cell, id);
    });
  }
}
