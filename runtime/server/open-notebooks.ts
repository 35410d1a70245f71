/** The open notebooks of the server, one for each file, for any number of pages. It does not know their content. */

import type { FiledNotebook } from '../live/index.ts';

/** Open notebooks by absolute path. */
export class OpenNotebooks {
  readonly #openOne: (path: string) => FiledNotebook;
  readonly #open = new Map<string, FiledNotebook>();

  constructor(openOne: (path: string) => FiledNotebook) {
    this.#openOne = openOne;
  }

  get paths(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** The notebook of a file; opens it if necessary. @throws {SluiceError} 2 */
  get(path: string): FiledNotebook {
    const notebook = this.#open.get(path) ?? this.#openOne(path);
    this.#open.set(path, notebook);
    return notebook;
  }

  /** Notes the new name of a notebook's file; does nothing if the notebook is not open. */
  moved(from: string, to: string): void {
    const notebook = this.#open.get(from);
    if (notebook === undefined) return;
    this.#open.delete(from);
    this.#open.set(to, notebook);
    notebook.moved(to);
  }

  /** Saves a notebook and ends its kernel; does nothing if it is not open. */
  async close(path: string): Promise<void> {
    const notebook = this.#open.get(path);
    this.#open.delete(path);
    await notebook?.close();
  }

  /** Saves all notebooks at once, or else puts their content beside their files. */
  secure(): void {
    for (const notebook of this.#open.values()) notebook.secure();
  }

  /** The open notebooks with their paths. */
  get all(): ReadonlyMap<string, FiledNotebook> {
    return this.#open;
  }

  /** Closes all notebooks; with `leaves`, lasting kernels go on running. */
  async closeAll(leaves: boolean): Promise<void> {
    const notebooks = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(notebooks.map((notebook) => notebook.close({ leaves })));
  }
}
