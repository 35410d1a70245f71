/** The open notebooks of the server, one for each file, for any number of pages. It does not know their content. */

import type { FiledNotebook } from '../live/index.ts';

/** Open notebooks by absolute path. */
export class OpenNotebooks {
  readonly #openOne: (path: string) => FiledNotebook;
  readonly #changed: () => void;
  readonly #open = new Map<string, FiledNotebook>();

  /** `changed`: a notebook was opened, renamed or closed. */
  constructor(openOne: (path: string) => FiledNotebook, changed: () => void) {
    this.#openOne = openOne;
    this.#changed = changed;
  }

  get paths(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** The notebook of a file; opens it if necessary. @throws {SluiceError} 2 */
  get(path: string): FiledNotebook {
    const known = this.#open.get(path);
    if (known !== undefined) return known;
    const notebook = this.#openOne(path);
    this.#open.set(path, notebook);
    this.#changed();
    return notebook;
  }

  /** Notes the new name of a notebook's file; does nothing if the notebook is not open. */
  moved(from: string, to: string): void {
    const notebook = this.#open.get(from);
    if (notebook === undefined) return;
    this.#open.delete(from);
    this.#open.set(to, notebook);
    notebook.moved(to);
    this.#changed();
  }

  /** Saves a notebook and ends its kernel; does nothing if it is not open. */
  async close(path: string): Promise<void> {
    const notebook = this.#open.get(path);
    if (this.#open.delete(path)) this.#changed();
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
