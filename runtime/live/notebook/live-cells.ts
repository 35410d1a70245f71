/**
 * The cells of an open notebook's document, changed by pages, by runs, and by the file. Several pages can
 * edit a text at once, and receive each other's edits. It runs nothing.
 */

import type { CellId, CoreOperation } from '../../../slicer/index.ts';
import {
  type Cell,
  type CodeCell,
  isJsonObject,
  keepIds,
  type Notebook,
  otherLanguage,
  parseNotebook,
  readNotebook,
  serializeMended,
  serializeNotebook,
} from '../../documents/index.ts';
import type { JsonObject, Output } from '../../kernel/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { FromServer, TextEdit } from '../messages/messages.ts';
import type { Listener } from '../pages/live-notebook.ts';
import { CellTexts } from './cell-texts.ts';
import {
  applyEdit,
  type CellChange,
  type EditedCells,
  type EditOperation,
  openCells,
} from './edited-cells.ts';
import { LINE_END, withLineEnds } from './line-ends.ts';

/** The cells' view of their notebook. */
export interface CellsHost {
  /** Tells all pages but one. */
  tell(message: FromServer, but?: Listener): void;
  /** The outputs of an execution, if still stored. */
  outputsOf(exec: number): readonly Output[] | null;
}

/** The cells of a notebook's file, with all changes. */
export class LiveCells {
  readonly #path: string;
  readonly #host: CellsHost;
  readonly #texts = new CellTexts();
  #document: Notebook;
  #edited: EditedCells;
  #writesMended = false;

  /** @throws {SluiceError} 2 when the file is no notebook. */
  constructor(path: string, host: CellsHost) {
    this.#path = path;
    this.#host = host;
    this.#document = readNotebook(path, 'any');
    this.#edited = openCells(this.#document.cells);
  }

  /** All, from top to bottom. */
  get all(): readonly Cell[] {
    return this.#edited.cells;
  }

  /** Cells deleted since the notebook was opened. */
  get deleted(): readonly Cell[] {
    return [...this.#edited.deleted.values()];
  }

  get code(): readonly CodeCell[] {
    return this.#edited.cells.filter((cell): cell is CodeCell => cell.type === 'code');
  }

  /** The text of the file. */
  get original(): string {
    return this.#document.origin.text;
  }

  /** The notebook as read from the file. */
  get document(): Notebook {
    return this.#document;
  }

  /** The notebook's own metadata. */
  get metadata(): JsonObject {
    return this.#document.metadata as JsonObject;
  }

  /** Sets the kernelspec that the notebook names. */
  setKernelspec(kernelspec: JsonObject & { readonly name: string }): void {
    this.#setMetadata({ ...this.metadata, kernelspec });
  }

  /** Sets the description of the language, as the kernel gives it. */
  setLanguage(info: JsonObject): void {
    this.#setMetadata({ ...this.metadata, language_info: info });
  }

  #setMetadata(metadata: JsonObject): void {
    const { kernelspec } = metadata;
    const name = isJsonObject(kernelspec) ? kernelspec.name : null;
    const kernelName = typeof name === 'string' ? name : null;
    this.#document = { ...this.#document, metadata, kernelName, language: otherLanguage(metadata) };
  }

  /** The text to save. @throws {SluiceError} 2 when it is too long for a string. */
  text(): string {
    try {
      const notebook = { ...this.#document, cells: this.#edited.cells };
      return this.#writesMended ? serializeMended(notebook) : serializeNotebook(notebook);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new SluiceError('the notebook is too large to be saved: clear outputs of some cells');
    }
  }

  /** From now on a save writes repairs of the notebook even without other changes. */
  writeMended(): void {
    this.#writesMended = true;
  }

  /** How many edits a cell's text has had. */
  version(cell: CellId): number {
    return this.#texts.version(cell);
  }

  /** The operation that describes the cells to the core. */
  operation(settles: boolean): CoreOperation {
    const cells = this.code;
    const sources = new Map(cells.map(({ id, source }) => [id, source]));
    return { type: 'cells', order: cells.map(({ id }) => id), sources, settles };
  }

  /** Carries out an edit of a page; returns whether anything changed. @throws {SluiceError} 2 when it is refused. */
  edit(operation: EditOperation, from: Listener): boolean {
    const change = operation.op === 'edit' ? this.#write(operation, from) : operation;
    const edited = applyEdit(this.#edited, change, (exec) => this.#host.outputsOf(exec));
    if (typeof edited === 'string') throw new SluiceError(edited);
    if (edited === this.#edited) return false;
    this.#edited = edited;
    if (operation.op === 'insert') this.#texts.begin(operation.cell);
    return true;
  }

  /** Carries out changes, all or none, each on the cells after the one before. @throws {SluiceError} 2 */
  revise(steps: readonly ((cells: readonly Cell[]) => CellChange)[]): void {
    const before = new Map(this.all.map((cell) => [cell.id, cell]));
    let edited = this.#edited;
    for (const step of steps) {
      const change = step(edited.cells);
      const known = change.op === 'text' ? before.get(change.cell) : undefined;
      const source = change.op === 'text' && known ? this.#withLineEnds(change.source, known) : '';
      const after = applyEdit(edited, known && change.op === 'text' ? { ...change, source } : change);
      if (typeof after === 'string') throw new SluiceError(after);
      edited = after;
    }
    this.#edited = edited;
    for (const { id, source } of edited.cells) {
      const old = before.get(id);
      if (old === undefined) this.#texts.begin(id);
      else if (old.source !== source) this.#tell(id, this.#texts.replace(id, old.source, source).taken);
    }
  }

  /** Shows outputs. `count`: undefined leaves it unchanged. */
  showOutputs(id: CellId, outputs: readonly Output[], count: number | null | undefined): void {
    const index = this.#edited.cells.findIndex((cell) => cell.id === id);
    const cell = this.#edited.cells[index];
    if (cell?.type !== 'code') return;
    const executionCount = count === undefined ? cell.executionCount : count;
    const changed: Cell = { ...cell, outputs, executionCount };
    this.#edited = { ...this.#edited, cells: this.#edited.cells.with(index, changed) };
  }

  /** Takes the cells of another text of the file. @throws {SluiceError} 2 when it is no notebook. */
  reload(text: string): void {
    const before = new Map(this.all.map((cell) => [cell.id, cell.source]));
    this.#document = keepIds(this.all, parseNotebook(text, this.#path, 'any'));
    this.#edited = openCells(this.#document.cells);
    for (const { id, source } of this.all) {
      const old = before.get(id);
      if (old === undefined) this.#texts.begin(id);
      else this.#tell(id, this.#texts.replace(id, old, source).taken);
    }
  }

  /** Takes edits of a text, and informs the pages: the editing page gets all edits that are new to it. */
  #write(
    { cell, version, edits }: Extract<EditOperation, { readonly op: 'edit' }>,
    from: Listener,
  ): CellChange {
    const before = this.all.find(({ id }) => id === cell);
    if (before === undefined) throw new SluiceError(`there is no cell ${cell}`);
    const { source, taken } = this.#texts.take(cell, before.source, version, edits);
    from({ type: 'edits', cell, version, edits: this.#texts.since(cell, version) });
    this.#tell(cell, taken, from);
    return { op: 'text', cell, source: this.#withLineEnds(source, before) };
  }

  /** The text with the file's line ends, if they are the only difference. */
  #withLineEnds(source: string, { id, source: before }: Cell): string {
    const stored = this.#document.origin.cells.find((cell) => cell.id === id)?.source ?? '';
    if (stored.includes('\r') && stored.split(LINE_END).join('\n') === source) return stored;
    return withLineEnds(source, before);
  }

  #tell(cell: CellId, edits: readonly TextEdit[], but?: Listener): void {
    if (edits.length === 0) return;
    this.#host.tell({ type: 'edits', cell, version: this.version(cell) - edits.length, edits }, but);
  }
}
