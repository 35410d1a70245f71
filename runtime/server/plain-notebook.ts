/**
 * An open notebook that runs cells one after the other on a kernel, as Jupyter does. It knows no dependences: questions about them are
 * answered with `failed`.
 */

import { readFileSync } from 'node:fs';
import {
  type Cell,
  type Notebook,
  parseNotebook,
  readNotebook,
  serializeNotebook,
} from '../documents/index.ts';
import { SluiceError } from '../errors.ts';
import { foldOutput, NO_OUTPUT, type OutputFold } from '../kernel/index.ts';
import {
  type Answer,
  answerFromKernel,
  applyEdit,
  type CellView,
  type EditedCells,
  type FromPage,
  isEdit,
  type KernelState,
  type Listener,
  type LiveNotebook,
  NotebookFile,
  type NotebookView,
  openCells,
  type PageLine,
  Prompts,
  ViewFeed,
} from '../live/index.ts';
import type { TracedKernel } from '../session/index.ts';
import { CellViews, type RunFacts, UNRUN } from './cell-views.ts';

/** A notebook without a core. */
export class PlainNotebook implements LiveNotebook {
  readonly #path: string;
  readonly #startKernel: () => Promise<TracedKernel>;
  readonly #file: NotebookFile;
  readonly #feed: ViewFeed;
  readonly #prompts: Prompts;
  readonly #views = new CellViews();
  readonly #runs = new Map<string, RunFacts>();
  readonly #folds = new Map<string, OutputFold>();
  /** The cell of each request, for output that comes late. */
  readonly #requests = new Map<string, string>();
  #document: Notebook;
  #edited: EditedCells;
  #mode: NotebookView['mode'] = 'lazy';
  #kernel: Promise<TracedKernel> | null = null;
  #kernelState: NotebookView['kernel'] = { state: 'none', name: 'Python', reason: null };
  #queue: string[] = [];
  #running = false;
  #exec = 0;
  #closed = false;

  /** @throws {SluiceError} 2 when the file is no notebook. */
  constructor(path: string, startKernel: () => Promise<TracedKernel>) {
    this.#path = path;
    this.#startKernel = startKernel;
    this.#document = readNotebook(path);
    this.#edited = openCells(this.#document.cells);
    this.#file = new NotebookFile(path, this.#document.origin.text, {
      text: () => serializeNotebook({ ...this.#document, cells: this.#edited.cells }),
      changed: (_, failure) => {
        if (failure !== null) this.#feed.tell({ type: 'error', message: failure });
        this.#feed.changed();
      },
    });
    this.#prompts = new Prompts(() => this.#feed.changed());
    this.#feed = new ViewFeed(() => this.#view());
    void this.#useKernel().catch(() => {});
  }

  connect(listener: Listener): PageLine {
    const disconnect = this.#feed.connect(listener);
    return {
      receive: (message) => {
        this.#receive(message, listener).catch((error: unknown) => {
          listener({ type: 'error', message: error instanceof Error ? error.message : String(error) });
        });
      },
      close: disconnect,
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#queue = [];
    this.#file.close();
    const kernel = await this.#kernel?.catch(() => null);
    await kernel?.stop().catch(() => {});
    await kernel?.client.shutdown();
  }

  async #receive(message: FromPage, from: Listener): Promise<void> {
    if ('ask' in message) {
      await this.#answer(message, from);
      return;
    }
    if (isEdit(message)) {
      const edited = applyEdit(this.#edited, message);
      if (typeof edited === 'string') throw new SluiceError(edited);
      if (edited === this.#edited) return;
      this.#edited = edited;
      if (message.op === 'clear-outputs') for (const cell of message.cells) this.#folds.delete(cell);
      if (message.op === 'edit') this.#feed.edited(message.cell, from);
      this.#file.touch();
      this.#feed.changed();
      return;
    }
    switch (message.op) {
      case 'run':
        return this.#run(message.cells);
      case 'run-all':
        return this.#run(this.#edited.cells.map(({ id }) => id));
      case 'run-stale':
        return this.#run(
          this.#edited.cells
            .filter((cell) => this.#views.state(cell, this.#factsOf(cell.id)) === 'edited')
            .map(({ id }) => id),
        );
      case 'interrupt':
        this.#unqueue();
        return (await this.#kernel)?.client.interrupt();
      case 'restart':
        return this.#restart(message.run ?? false);
      case 'mode':
        this.#mode = message.mode;
        return this.#feed.changed();
      case 'input':
        if (!this.#prompts.answer(message.cell, message.value))
          throw new SluiceError('the cell does not wait for input');
        return;
      case 'save':
        return this.#file.save(message.overwrite ?? false);
      case 'reload':
        return this.#reload();
      case 'freeze':
      case 'expensive':
        throw new SluiceError('only cells of a reactive notebook can be marked');
    }
  }

  async #answer(question: Extract<FromPage, { readonly ask: string }>, from: Listener): Promise<void> {
    const { id } = question;
    if (question.ask === 'output') {
      const cell = this.#edited.cells.find((other) => other.id === question.cell);
      const output = cell?.type === 'code' ? cell.outputs[question.index] : undefined;
      if (output !== undefined) {
        from({ type: 'answer', id, answer: { to: 'output', output: output as CellView['outputs'][number] } });
        return;
      }
    }
    const answer: Answer =
      question.ask === 'complete' || question.ask === 'inspect'
        ? await answerFromKernel((await this.#useKernel()).client, question)
        : { to: 'failed', message: 'this notebook runs without the reactive core' };
    from({ type: 'answer', id, answer });
  }

  #run(cells: readonly string[]): void {
    const code = new Set(this.#edited.cells.filter((cell) => cell.type === 'code').map(({ id }) => id));
    const wanted = cells.filter((id) => code.has(id) && !this.#queue.includes(id));
    for (const id of wanted) this.#setFacts(id, { queued: true });
    this.#queue.push(...wanted);
    this.#feed.changed();
    if (!this.#running) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#running = true;
    try {
      const kernel = await this.#useKernel();
      for (let id = this.#queue.shift(); id !== undefined && !this.#closed; id = this.#queue.shift()) {
        const cell = this.#edited.cells.find((other) => other.id === id);
        if (cell?.type !== 'code') continue;
        if ((await this.#runCell(kernel, id, cell.source)) !== 'ok') this.#unqueue();
      }
    } catch (error) {
      this.#unqueue();
      if (!this.#closed) this.#setKernel('dead', error instanceof Error ? error.message : String(error));
    } finally {
      this.#running = false;
    }
  }

  async #runCell(kernel: TracedKernel, id: string, source: string): Promise<string> {
    this.#exec += 1;
    const exec = this.#exec;
    this.#setFacts(id, { queued: false, startedAt: Date.now(), exec, source });
    this.#setKernel('busy', null);
    this.#showOutputs(id, NO_OUTPUT, null);
    try {
      const { result, ms } = await kernel.run(exec, id, source, {
        onOutput: (message, fold) => {
          if (message.msg_type === 'update_display_data') this.#updateDisplays(id, message);
          this.#showOutputs(id, fold, null);
        },
        onInput: (prompt) => this.#prompts.ask(id, prompt),
      });
      this.#requests.set(result.requestId, id);
      this.#showOutputs(id, result.fold, result.executionCount);
      this.#setFacts(id, { ms: ms.run, failed: result.status !== 'ok' });
      this.#setKernel('idle', null);
      return result.status;
    } finally {
      this.#prompts.cancel(id);
      this.#setFacts(id, { startedAt: null });
      this.#file.touch();
    }
  }

  #showOutputs(id: string, fold: OutputFold, executionCount: number | null): void {
    const index = this.#edited.cells.findIndex((cell) => cell.id === id);
    const cell = this.#edited.cells[index];
    if (cell?.type !== 'code') return;
    this.#folds.set(id, fold);
    const changed: Cell = { ...cell, outputs: fold.outputs, executionCount };
    this.#edited = { ...this.#edited, cells: this.#edited.cells.with(index, changed) };
    this.#feed.changed();
  }

  /** A display may stand in a cell that ran before. */
  #updateDisplays(running: string, message: Parameters<typeof foldOutput>[1]): void {
    for (const [id, fold] of this.#folds) {
      const updated = id === running ? fold : foldOutput(fold, message);
      if (updated !== fold) this.#showOutputs(id, updated, this.#countOf(id));
    }
  }

  #countOf(id: string): number | null {
    const cell = this.#edited.cells.find((other) => other.id === id);
    return cell?.type === 'code' ? cell.executionCount : null;
  }

  async #restart(run: boolean): Promise<void> {
    this.#unqueue();
    this.#setKernel('restarting', null);
    try {
      const kernel = await this.#kernel;
      if (kernel === null) await this.#useKernel();
      else await kernel.restart();
      this.#runs.clear();
      this.#setKernel('idle', null);
    } catch (error) {
      this.#setKernel('dead', error instanceof Error ? error.message : String(error));
      throw error;
    }
    if (run) this.#run(this.#edited.cells.map(({ id }) => id));
  }

  #useKernel(): Promise<TracedKernel> {
    this.#kernel ??= this.#start();
    return this.#kernel;
  }

  async #start(): Promise<TracedKernel> {
    this.#setKernel('starting', null);
    try {
      const kernel = await this.#startKernel();
      kernel.client.onDeath((reason) => this.#setKernel('dead', reason));
      kernel.client.onLateOutput(({ requestId, message }) => {
        const id = this.#requests.get(requestId);
        const fold = id === undefined ? undefined : this.#folds.get(id);
        if (id !== undefined && fold !== undefined)
          this.#showOutputs(id, foldOutput(fold, message), this.#countOf(id));
      });
      const { name, version } = kernel.client.language;
      this.#kernelState = { ...this.#kernelState, name: name === 'python' ? `Python ${version}` : name };
      this.#setKernel('idle', null);
      return kernel;
    } catch (error) {
      this.#kernel = null;
      this.#setKernel('dead', error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  #reload(): void {
    const text = readFileSync(this.#path, 'utf8');
    this.#document = parseNotebook(text, this.#path);
    this.#edited = openCells(this.#document.cells);
    this.#folds.clear();
    this.#file.reloaded(text);
    this.#feed.changed();
  }

  #unqueue(): void {
    for (const id of this.#queue) this.#setFacts(id, { queued: false });
    this.#queue = [];
  }

  #factsOf(id: string): RunFacts {
    return this.#runs.get(id) ?? UNRUN;
  }

  #setFacts(id: string, facts: Partial<RunFacts>): void {
    this.#runs.set(id, { ...this.#factsOf(id), ...facts });
    this.#feed.changed();
  }

  #setKernel(state: KernelState, reason: string | null): void {
    this.#kernelState = { ...this.#kernelState, state, reason };
    this.#feed.changed();
  }

  #view(): NotebookView {
    const cells = this.#edited.cells.map((cell) =>
      this.#views.of(cell, this.#factsOf(cell.id), this.#prompts.view(cell.id)),
    );
    const plan = { cells: [...this.#queue], seconds: null };
    const { path, state: saved } = this.#file;
    return { path, cells, mode: this.#mode, kernel: this.#kernelState, saved, plan, cutOff: [] };
  }
}
