/**
 * Notes the states of the cells of a kernel with a companion, in a file that only the user may read: editors
 * that do not run the kernel show the states. The file has no code: texts of cells are named by their digests.
 */

import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { check, list, object, type Schema, text, whole, word } from '../../instrument/index.ts';
import { CELL_STATES, type CellId, type CellState, type NotebookStates } from '../../slicer/index.ts';
import { notesIn, ownNote, readNote, writeOwnNote } from '../documents/index.ts';
import { startOf } from '../platform/index.ts';

/** A cell: its state, the reasons, and the digest of the text that they are about. */
export interface NotedCell {
  readonly id: CellId;
  readonly state: CellState;
  readonly reasons: readonly string[];
  readonly digest: string;
}

/** The states of a notebook's cells. */
export interface NotedNotebook {
  /** Its path, without links. */
  readonly notebook: string;
  readonly cells: readonly NotedCell[];
}

const NOTED: Schema<NotedNotebook & { readonly process: number; readonly start: string }> = object({
  process: whole,
  start: text,
  notebook: text,
  cells: list(
    object<NotedCell>({ id: text, state: word(...CELL_STATES), reasons: list(text), digest: text }),
  ),
});

/** A series of changes in a short time is written once. */
const REST_MS = 100;

/** The folder of the notes in Sluice's own folder. */
export function companionsIn(home: string): string {
  return join(home, 'companions');
}

/** The short name of a cell's text. */
export function digestOf(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 16);
}

/** The note of this process. */
export class NotedStates {
  readonly #folder: string;
  readonly #notebook: string;
  #cells: readonly NotedCell[] = [];
  #timer: NodeJS.Timeout | null = null;

  /** `notebook`: as the front end names it to the kernel. Null: it is no file. */
  static of(home: string, notebook: string | undefined): NotedStates | null {
    try {
      if (notebook === undefined || !isAbsolute(notebook)) return null;
      return new NotedStates(companionsIn(home), realpathSync(notebook));
    } catch {
      return null; // a front end without a file
    }
  }

  private constructor(folder: string, notebook: string) {
    this.#folder = folder;
    this.#notebook = notebook;
    process.once('exit', () => rmSync(ownNote(this.#folder), { force: true }));
  }

  /** Notes the states of cells with these texts. */
  tell({ cells }: NotebookStates, sources: ReadonlyMap<CellId, string>): void {
    this.#cells = [...cells].map(([id, { state, reasons }]) => ({
      id,
      state,
      reasons,
      digest: digestOf(sources.get(id) ?? ''),
    }));
    this.#timer ??= setTimeout(() => this.#write(), REST_MS);
  }

  #write(): void {
    this.#timer = null;
    const { pid } = process;
    const note = { process: pid, start: startOf(pid), notebook: this.#notebook, cells: this.#cells };
    try {
      writeOwnNote(this.#folder, note);
    } catch {
      // a kernel needs no note
    }
  }
}

/** The notes of running companions. */
export function notedNotebooks(home: string): readonly NotedNotebook[] {
  return notesIn(companionsIn(home), /^\d+\.json$/).flatMap((file) => {
    const found = check(NOTED, readNote(file));
    if (found.type !== 'ok') return [];
    if (startOf(found.value.process) === found.value.start) return [found.value];
    rmSync(file, { force: true });
    return [];
  });
}
