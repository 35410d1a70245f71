/**
 * Which outputs of an open notebook may run scripts, by Jupyter's rule: those that were made here, and all that the notebook had when the
 * person said so, here or in Jupyter (a signature). Which texts may load things from elsewhere: the same of those that it came with, and
 * all that were written here. It shows nothing.
 */

import type { Cell } from '../../documents/index.ts';
import type { NotebookSignatures } from '../../python/index.ts';
import type { NotebookFile } from './saving.ts';

type SignedFile = Pick<NotebookFile, 'path' | 'hash' | 'state'>;

/** The trust in one notebook's outputs. */
export class OutputTrust {
  readonly #file: SignedFile;
  readonly #signatures: NotebookSignatures | null;
  readonly #isMade: (cell: string) => boolean;
  /** Outputs as they were trusted: others in their place are not. */
  readonly #trusted = new WeakSet<object>();
  /** Cells that came with the file and are not trusted, whose texts may be somebody else's. */
  readonly #foreign = new Set<string>();
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
    for (const { id } of cells) this.#foreign.add(id);
    if (cells.every((cell) => this.isTrusted(cell) && !mayLoad(cell))) return;
    if (await this.#signatures?.isSigned(this.#file.path, this.#file.hash)) this.trust(cells);
  }

  /** The person trusts the outputs and texts of these cells. */
  trust(cells: readonly Cell[]): void {
    for (const cell of cells) {
      this.#foreign.delete(cell.id);
      if (cell.type === 'code') this.#trusted.add(cell.outputs);
    }
  }

  /** Whether there is nothing in a cell's outputs that is not trusted. */
  isTrusted(cell: Cell): boolean {
    if (cell.type !== 'code' || cell.outputs.length === 0) return true;
    return this.#isMade(cell.id) || this.#trusted.has(cell.outputs);
  }

  /** Whether what a cell shows is trusted: its outputs, or its text. */
  showsTrusted(cell: Cell): boolean {
    return cell.type === 'code' ? this.isTrusted(cell) : !this.#foreign.has(cell.id);
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

/** Whether a text looks as if it loads something from elsewhere. */
function mayLoad(cell: Cell): boolean {
  return cell.type === 'markdown' && /!\[|</.test(cell.source) && cell.source.includes('//');
}
