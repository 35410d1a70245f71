/**
 * A notebook of the editor that runs on the local server: keeps cells and texts of both equal, and shows the
 * server's runs. The editor saves the file.
 */

import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Answer, CellView, FromServer } from '../../runtime/index.ts';
import { NotebookLine } from '../../runtime/line/index.ts';
import { applyMessage, type NotebookCopy } from '../../web-ui/page/apply-message.ts';
import { addressOf, type NotebookAddress } from './address.ts';
import { arrangement } from './arrangement.ts';
import { CellIds } from './cell-ids.ts';
import { RunningCells } from './running-cells.ts';
import { SharedText } from './shared-text.ts';

/** VS Code gives a new cell its id some milliseconds after the cell. */
const REST_MS = 40;
/** How long a run waits for texts on their way. */
const PATIENCE_MS = 3000;

/** The notebook. */
export class LiveNotebook {
  readonly document: vscode.NotebookDocument;
  readonly #changed: () => void;
  readonly #client = randomUUID();
  readonly #ids: CellIds;
  readonly #runs: RunningCells;
  readonly #texts = new Map<string, SharedText>();
  readonly #prompted = new Set<string>();
  #line: Promise<NotebookLine> | null = null;
  #address: NotebookAddress | null = null;
  #copy: NotebookCopy | null = null;
  /** The cells that both had last, in order. */
  #agreed: readonly string[] = [];
  /** The cells on their way to the server; null: none are. */
  #arranged: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** `changed`: states or reasons have changed. */
  constructor(document: vscode.NotebookDocument, controller: vscode.NotebookController, changed: () => void) {
    this.document = document;
    this.#changed = changed;
    this.#ids = new CellIds(document);
    this.#runs = new RunningCells(controller, (cell) => this.#wholeOutputs(cell));
  }

  /** The server's view of a cell; null: there is none yet. */
  viewOf(cell: vscode.NotebookCell): CellView | null {
    return this.#copy?.cells.get(this.#ids.of(cell)) ?? null;
  }

  get isReactive(): boolean {
    return this.#copy?.notebook.mode === 'reactive';
  }

  get page(): string | null {
    return this.#address?.page ?? null;
  }

  /** The cells of the editor with these ids. */
  cellsOf(ids: readonly string[]): vscode.NotebookCell[] {
    return ids.flatMap((id) => this.#ids.cell(id) ?? []);
  }

  idOf(cell: vscode.NotebookCell): string {
    return this.#ids.of(cell);
  }

  /** Opens the line. @throws {Error} with the next step when there is no server. */
  async open(): Promise<void> {
    await this.#connected();
  }

  /** Runs cells, and in reactive mode the cells that depend on them. */
  async run(cells: readonly vscode.NotebookCell[]): Promise<void> {
    const line = await this.#connected();
    await this.#texted();
    line.say({ op: 'run', cells: cells.map((cell) => this.#ids.of(cell)) });
  }

  async say(operation: Parameters<NotebookLine['say']>[0]): Promise<void> {
    const line = await this.#connected();
    await this.#texted();
    line.say(operation);
  }

  /** The answer to a question about the notebook as it stands. @throws {Error} with the reason why there is none. */
  async ask<Name extends Answer['to']>(
    ask: (line: NotebookLine) => Promise<Extract<Answer, { readonly to: Name }>>,
  ): Promise<Extract<Answer, { readonly to: Name }>> {
    const line = await this.#connected();
    await this.#texted();
    return ask(line);
  }

  /** Notes a change in the editor. */
  edited(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#reconcile(), REST_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    void this.#line?.then((line) => line.close()).catch(() => {});
    this.#runs.end();
  }

  #connected(): Promise<NotebookLine> {
    if (this.#line === null) {
      const line = this.#connect();
      this.#line = line;
      line.catch(() => {
        this.#line = null;
      });
    }
    return this.#line;
  }

  async #connect(): Promise<NotebookLine> {
    const address = await addressOf(this.document.uri.fsPath);
    this.#address = address;
    let heard: () => void;
    const first = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const hear = (message: FromServer) => {
      this.#hear(message);
      if (message.type === 'notebook') heard();
    };
    const closed = () => {
      this.#line = null;
      this.#copy = null;
      this.#runs.end();
      this.#changed();
    };
    const line = await NotebookLine.open(address.url, address.path, { hear, closed });
    if (this.#isClosed) line.close();
    line.say({ op: 'saves-itself' });
    await first;
    return line;
  }

  #hear(message: FromServer): void {
    if (message.type === 'error') void vscode.window.showErrorMessage(`Sluice: ${message.message}`);
    if (message.type === 'edits') this.#texts.get(message.cell)?.take(message.version, message.edits);
    const before = this.#copy;
    this.#copy = applyMessage(before, message);
    if (this.#copy === null) return;
    if (message.type === 'notebook') {
      this.#texts.clear();
      this.#ids.pair([...this.#copy.cells.values()]);
      this.#agreed = this.#copy.order;
    }
    for (const [id, cell] of this.#copy.cells) {
      if (!this.#texts.has(id)) this.#texts.set(id, new SharedText(this.#client, cell.source, cell.version));
      const old = before?.cells.get(id);
      const shown = old === cell ? null : this.#ids.cell(id);
      if (shown !== null) {
        this.#runs.show(shown, message.type === 'notebook' ? undefined : old, cell);
        this.#askInput(cell);
      }
    }
    if (message.type !== 'stream' && message.type !== 'outputs') void this.#reconcile();
    this.#changed();
  }

  /** Brings both sides a step nearer to each other, one step after the other. */
  #reconcile(): Promise<void> {
    this.#work = this.#work.then(() => this.#step()).catch(() => {});
    return this.#work;
  }

  async #step(): Promise<void> {
    const line = await this.#line?.catch(() => null);
    if (line === null || line === undefined || this.#copy === null || this.#isClosed) return;
    const wanted = this.document.getCells().map((cell) => ({
      id: this.#ids.of(cell),
      type: typeOf(cell),
      source: cell.document.getText().replaceAll('\r\n', '\n'),
    }));
    const { order } = this.#copy;
    const here = wanted.map(({ id }) => id);
    if (this.#arranged === String(order)) this.#arranged = null;
    if (String(here) === String(order)) this.#agreed = order;
    else if (this.#arranged === null && String(here) === String(this.#agreed)) {
      this.#agreed = order;
      await this.#pullCells(order);
      return;
    } else if (this.#arranged === null) {
      for (const operation of arrangement(order, wanted)) line.say(operation);
      this.#agreed = here;
      this.#arranged = String(here);
      // an order that another one has changed at the same moment does not come back
      setTimeout(() => {
        this.#arranged = null;
      }, PATIENCE_MS);
    }
    for (const { id, source, type } of wanted) {
      const view = this.#copy.cells.get(id);
      if (view === undefined) continue;
      if (view.type !== type) line.say({ op: 'type', cell: id, type });
      const step = this.#texts.get(id)?.step(source) ?? { type: 'none' };
      if (step.type === 'push') line.say({ op: 'edit', cell: id, version: step.version, edits: [step.edit] });
      else if (step.type === 'pull') await this.#pullText(id, step.text);
    }
  }

  /** Gives the editor a text that an agent or a page has written. */
  async #pullText(id: string, text: string): Promise<void> {
    const cell = this.#ids.cell(id);
    if (cell === null) return;
    const edit = new vscode.WorkspaceEdit();
    const end = cell.document.lineAt(cell.document.lineCount - 1).range.end;
    edit.replace(cell.document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
    await vscode.workspace.applyEdit(edit);
  }

  /** Gives the editor cells that an agent or a page has added, and takes deleted ones away. */
  async #pullCells(order: readonly string[]): Promise<void> {
    const edits: vscode.NotebookEdit[] = [];
    const there = new Set(order);
    const cells = this.document.getCells();
    const kept = cells.filter((cell) => there.has(this.#ids.of(cell)));
    for (const cell of cells.toReversed()) {
      const { index } = cell;
      if (!kept.includes(cell))
        edits.push(vscode.NotebookEdit.deleteCells(new vscode.NotebookRange(index, index + 1)));
    }
    const known = new Set(kept.map((cell) => this.#ids.of(cell)));
    order.forEach((id, index) => {
      const view = this.#copy?.cells.get(id);
      if (known.has(id) || view === undefined) return;
      const kind = view.type === 'markdown' ? vscode.NotebookCellKind.Markup : vscode.NotebookCellKind.Code;
      const data = new vscode.NotebookCellData(
        kind,
        view.source,
        view.type === 'code' ? 'python' : view.type,
      );
      data.metadata = { id, metadata: view.metadata };
      edits.push(vscode.NotebookEdit.insertCells(index, [data]));
    });
    for (const edit of edits) {
      const whole = new vscode.WorkspaceEdit();
      whole.set(this.document.uri, [edit]);
      await vscode.workspace.applyEdit(whole);
    }
  }

  /** Waits until the server has the editor's texts. */
  async #texted(): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    clearTimeout(this.#timer);
    do {
      await this.#reconcile();
      const isSending = [...this.#texts.values()].some((text) => text.isSending);
      if (!isSending && this.#arranged === null) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    } while (Date.now() < deadline);
  }

  #askInput({ id, prompt }: CellView): void {
    if (prompt === null) {
      this.#prompted.delete(id);
      return;
    }
    if (this.#prompted.has(id)) return;
    this.#prompted.add(id);
    const asked = { prompt: prompt.text, password: prompt.password, ignoreFocusOut: true };
    void vscode.window.showInputBox(asked).then((value) => {
      return this.say(value === undefined ? { op: 'interrupt' } : { op: 'input', cell: id, value });
    });
  }

  async #wholeOutputs({ id, outputs, clipped }: CellView): Promise<CellView['outputs']> {
    const line = await this.#connected();
    const whole = [...outputs];
    for (const index of clipped) {
      const { output } = await line.ask({ ask: 'output', cell: id, index });
      whole[index] = output;
    }
    return whole;
  }
}

function typeOf({ kind, document }: vscode.NotebookCell): 'code' | 'markdown' | 'raw' {
  if (kind === vscode.NotebookCellKind.Markup) return 'markdown';
  return document.languageId === 'raw' ? 'raw' : 'code';
}
