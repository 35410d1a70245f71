/** Changes of an open notebook's file by others: another program, or an editor that saves the file itself. */

import { readText } from '../../documents/index.ts';
import type { Listener } from '../pages/live-notebook.ts';
import type { LiveCells } from './live-cells.ts';
import type { ReactiveRunner } from './reactive-runner.ts';
import type { NotebookFile } from './saving.ts';

const TAKEN = 'Another program has changed the file: its cells and outputs are shown as they are there now';

/** The parts of the notebook that a changed file concerns. */
export interface ChangedParts {
  readonly path: () => string;
  readonly file: NotebookFile;
  readonly cells: LiveCells;
  readonly runner: ReactiveRunner;
  /** Shows a sentence to all pages. */
  readonly tell: (message: string) => void;
  /** Called when the notebook has taken over the cells of the file. */
  readonly reloaded: () => void;
}

/** Takes changes of the file, and knows the editors that save it. */
export class FileChanges {
  readonly #parts: ChangedParts;
  readonly #editors = new Set<Listener>();

  constructor(parts: ChangedParts) {
    this.#parts = parts;
  }

  /** From now on this editor saves the file. */
  follow(editor: Listener): void {
    this.#editors.add(editor);
    this.#parts.file.follow(true);
  }

  /** A page has left. After the last editor, the file counts as this editor has saved it. */
  leave(page: Listener): void {
    if (!this.#editors.delete(page) || this.#editors.size > 0) return;
    const { path, file, cells } = this.#parts;
    file.follow(false);
    if (readText(path()) !== cells.text()) this.takes();
  }

  /**
   * Takes another program's changes to the file, if no cell runs, because the outputs of a running cell would
   * be lost. @returns whether it has.
   */
  takes(): boolean {
    const { running, plan } = this.#parts.runner.state;
    if (running !== null || plan !== null) return false;
    this.reload();
    this.#parts.tell(TAKEN);
    return true;
  }

  /** Takes the cells and outputs of the file in place of the present ones. */
  reload(): void {
    const { path, file, cells, reloaded } = this.#parts;
    const text = readText(path());
    cells.reload(text);
    file.reloaded(text);
    reloaded();
  }
}
