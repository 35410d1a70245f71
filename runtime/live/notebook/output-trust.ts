/**
 * Decides by Jupyter's rule which outputs of an open notebook may run scripts: outputs made here, and all
 * outputs at the time when the person trusted the notebook, here or in Jupyter (a signature). The same holds
 * for texts that load data from elsewhere: trusted are texts written here. It shows nothing.
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
  /** Trusted outputs; replaced ones are not trusted. */
  readonly #trusted = new WeakSet<object>();
  /** Untrusted cells from the file, whose texts may come from another person. */
  readonly #foreign = new Set<string>();
  /** The content hash of the file when it was read or last signed. */
  #settled: string;

  /** `isMade`: whether a cell's outputs were made here. */
  constructor(file: SignedFile, signatures: NotebookSignatures | null, isMade: (cell: string) => boolean) {
    this.#file = file;
    this.#signatures = signatures;
    this.#isMade = isMade;
    this.#settled = file.hash;
  }

  /** Takes a notebook read from its file: a signed one is trusted. */
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

  /** Whether a cell has no untrusted outputs. */
  isTrusted(cell: Cell): boolean {
    if (cell.type !== 'code' || cell.outputs.length === 0) return true;
    return this.#isMade(cell.id) || this.#trusted.has(cell.outputs);
  }

  /** Whether the visible part of a cell is trusted: its outputs, or its text. */
  showsTrusted(cell: Cell): boolean {
    return cell.type === 'code' ? this.isTrusted(cell) : !this.#foreign.has(cell.id);
  }

  /** Signs the present file. */
  async sign(): Promise<void> {
    this.#settled = this.#file.hash;
    if (this.#file.state === 'saved') {
      await this.#signatures?.sign(this.#file.path, this.#file.hash, false);
    }
  }

  /** Signs the file after a save if all its cells are trusted, as Jupyter does. */
  async saved(cells: readonly Cell[]): Promise<void> {
    const { path, hash, state } = this.#file;
    if (hash === this.#settled || state !== 'saved' || !cells.every((cell) => this.isTrusted(cell))) return;
    this.#settled = hash;
    await this.#signatures?.sign(path, hash, true);
  }
}

/** Whether a text looks as if it loads data from elsewhere. */
function mayLoad(cell: Cell): boolean {
  return cell.type === 'markdown' && /!\[|</.test(cell.source) && cell.source.includes('//');
}
