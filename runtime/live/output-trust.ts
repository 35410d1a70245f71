/**
 * Which outputs of an open notebook may run scripts, by Jupyter's rule: those that were made here, and all that the notebook had when the
 * person said so, here or in Jupyter (a signature). It shows nothing.
 */

import type { Cell } from '../documents/index.ts';
import type { NotebookSignatures } from '../python/index.ts';
import type { NotebookFile } from './saving.ts';

type SignedFile = Pick<NotebookFile, 'path' | 'hash' | 'state'>;

/** The trust in one notebook's outputs. */
export class OutputTrust {
  readonly #file: SignedFile;
  readonly #signatures: NotebookSignatures | null;
  readonly #isMade: (cell: string) => boolean;
  /** Outputs as they were trusted: others in their place are not. */
  readonly #trusted = new WeakSet<object>();
  /** What the file held when it was read, or signed last. */
  #settled: string;

  /** `isMade`: whether a cell's outputs were made here. */
  constructor(file: SignedFile, signatures: NotebookSignatures | null, isMade: (cell: string) => boolean) {
    this.#file = file;
    this.#signatures = signatures;
    this.#isMade = isMade;
    this.#settled = file.hash;
  }

  /** The notebook was read from its file: what is signed is trusted. */
  async opened(cells: readonly Cell[]): Promise<void> {
    this.#settled = this.#file.hash;
    if (cells.every((cell) => this.isTrusted(cell))) return;
    if (await this.#signatures?.isSigned(this.#file.path, this.#file.hash)) this.trust(cells);
  }

  /** The person trusts the outputs of these cells. */
  trust(cells: readonly Cell[]): void {
    for (const cell of cells) if (cell.type === 'code') this.#trusted.add(cell.outputs);
  }

  /** Whether there is nothing in a cell that is not trusted. */
  isTrusted(cell: Cell): boolean {
    if (cell.type !== 'code' || cell.outputs.length === 0) return true;
    return this.#isMade(cell.id) || this.#trusted.has(cell.outputs);
  }

  /** Signs the file as it is. */
  async sign(): Promise<void> {
    this.#settled = this.#file.hash;
    if (this.#file.state === 'saved') {
      await this.#signatures?.sign(this.#file.path, this.#file.hash, false);
    }
  }

  /** The file was saved with these cells: when all of them are trusted it is signed, as Jupyter does. */
  async saved(cells: readonly Cell[]): Promise<void> {
    const { path, hash, state } = this.#file;
    if (hash === this.#settled || state !== 'saved' || !cells.every((cell) => this.isTrusted(cell))) return;
    this.#settled = hash;
    await this.#signatures?.sign(path, hash, true);
  }
}
