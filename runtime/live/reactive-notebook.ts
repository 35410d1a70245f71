/**
 * An open notebook: its document, the core that decides what runs, a kernel, and the pages that look at it. What pages say is turned
 * into edits of the document and operations of the core; what comes of them is turned into views.
 */

import { readFileSync } from 'node:fs';
import type { CellId, Exec } from '../../slicer/index.ts';
import {
  type Cell,
  type CodeCell,
  type Notebook,
  parseNotebook,
  readNotebook,
  serializeNotebook,
} from '../documents/index.ts';
import { messageOf, SluiceError } from '../errors.ts';
import type { JsonObject, OutputFold } from '../kernel/index.ts';
import type { NotebookSignatures } from '../python/index.ts';
import type { ReplayScript, TracedKernel, TracedRun } from '../session/index.ts';
import { CellOutputs } from './cell-outputs.ts';
import { CellTexts } from './cell-texts.ts';
import { type CellFacts, CellViews, TEXT_CELL } from './cell-views.ts';
import {
  applyEdit,
  type CellChange,
  type EditedCells,
  type EditOperation,
  isEdit,
  openCells,
} from './edited-cells.ts';
import type { Listener, LiveNotebook, PageLine } from './live-notebook.ts';
import { LoggedSession } from './logged-session.ts';
import type { Answer, FromPage, NotebookView, Operation, Question, TextEdit } from './messages.ts';
import { answerQuestion } from './notebook-answers.ts';
import type { CoreOperation, CoreState } from './notebook-core.ts';
import { type KernelSource, NotebookKernel } from './notebook-kernel.ts';
import { type NotebookStates, notebookStates, type ShownState } from './notebook-states.ts';
import { Ongoing } from './ongoing.ts';
import { OutputTrust } from './output-trust.ts';
import { Prompts } from './prompts.ts';
import { ReactiveRunner } from './reactive-runner.ts';
import { RunHistory } from './run-history.ts';
import { NotebookFile } from './saving.ts';
import { ViewFeed } from './view-feed.ts';
import { Widgets } from './widgets.ts';

/** What an open notebook needs of its surroundings. */
export interface NotebookHost extends KernelSource {
  /** Runs a script elsewhere and compares. */
  readonly replay: ReplayScript;
  /** Where it is kept that a person trusts a notebook; null: nowhere. */
  readonly signatures: NotebookSignatures | null;
}

/** A cell that the core has not been told of. */
const UNRUN: ShownState = { state: 'unrun', reasons: [], refresher: false };

/** A notebook that is kept up to date. */
export class ReactiveNotebook implements LiveNotebook {
  readonly #path: string;
  readonly #host: NotebookHost;
  readonly #file: NotebookFile;
  readonly #feed: ViewFeed;
  readonly #prompts: Prompts;
  readonly #views = new CellViews();
  readonly #runner: ReactiveRunner;
  readonly #outputs: CellOutputs;
  readonly #widgets: Widgets;
  readonly #trust: OutputTrust;
  readonly #history = new RunHistory();
  readonly #ongoing = new Ongoing();
  readonly #texts = new CellTexts();
  readonly #log: LoggedSession;
  readonly #kernel: NotebookKernel;
  #isTaken = false;
  #document: Notebook;
  #edited: EditedCells;
  #started: { readonly cell: CellId; readonly at: number } | null = null;
  #states: { readonly core: CoreState; readonly shown: NotebookStates } | null = null;
  /** Until it is known whether the kernel that the notebook was left with is there. */
  #joining: Promise<unknown> | null = null;

  /** @throws {SluiceError} 2 when the file is no notebook. */
  constructor(path: string, host: NotebookHost) {
    this.#path = path;
    this.#host = host;
    this.#document = readNotebook(path);
    this.#edited = openCells(this.#document.cells);
    this.#file = new NotebookFile(path, this.#document.origin.text, {
      text: () => serializeNotebook({ ...this.#document, cells: this.#edited.cells }),
      changed: (_, failure) => {
        if (failure !== null) this.#feed.tell({ type: 'error', message: failure });
        this.#feed.changed();
      },
    });
    this.#trust = new OutputTrust(this.#file, host.signatures, (id) => this.#outputs.isMade(id));
    this.#outputs = new CellOutputs((cell, outputs, count) => this.#showOutputs(cell, outputs, count));
    this.#widgets = new Widgets({
      tell: (events) => this.#feed.tell({ type: 'widgets', events }),
      begins: (request, cell) => this.#outputs.begins(request, cell),
      ended: (request) => this.#outputs.ended(request),
    });
    this.#prompts = new Prompts(() => this.#feed.changed());
    this.#log = new LoggedSession(path);
    const { restored } = this.#log;
    for (const [request, cell] of restored?.requests ?? []) this.#outputs.belongs(request, cell);
    for (const run of restored?.runs ?? []) this.#history.restore(run);
    this.#kernel = new NotebookKernel(host, restored?.kernel ?? null, {
      changed: () => this.#feed?.changed(),
      started: (kernel, server) => this.#log.startedKernel(kernel, server),
      joined: (isThere) => (isThere ? this.#goOn() : this.#beginAnew()),
      opened: (kernel) => {
        this.#widgets.follow(kernel.client);
        kernel.onOutside((trace, request) => {
          const cell = this.#outputs.cellOf(request);
          if (cell !== undefined) this.#runner.wroteOutside({ cell, trace });
        });
      },
      lateOutput: (late) => {
        if (this.#outputs.late(late)) this.#file.touch();
      },
    });
    this.#runner = new ReactiveRunner(() => this.#kernel.use(), 'reactive', {
      changed: () => this.#feed?.changed(),
      applied: (operation, actions) => this.#log.applied(operation, actions),
      starting: (cell) => this.#starting(cell),
      ran: (cell, run) => this.#ran(cell, run),
      restored: ({ exec }, last, ms) => this.#restored(exec, last, ms),
      failed: (reason) => this.#kernel.become('dead', reason),
    });
    if (restored !== null) {
      this.#runner.resume(restored.core);
      if (restored.kernel === null) this.#beginAnew();
      this.#takeCells();
    } else setImmediate(() => this.#takeCells()); // the page that is waiting gets the text first
    this.#feed = new ViewFeed(() => this.#view());
    void this.#trust.opened(this.#edited.cells).then(() => this.#feed.changed());
    const kernel = this.#kernel.use().catch(() => {});
    if (restored?.kernel) this.#joining = kernel;
  }

  connect(listener: Listener): PageLine {
    const disconnect = this.#feed.connect(listener);
    return {
      receive: (message) => {
        this.#receive(message, listener).catch((error: unknown) => {
          listener({ type: 'error', message: messageOf(error) });
        });
      },
      close: () => {
        disconnect();
        this.#ongoing.leave(listener);
      },
    };
  }

  async close({ leaves = false }: { readonly leaves?: boolean } = {}): Promise<void> {
    this.#file.close();
    const signed = this.#trust.saved(this.#edited.cells);
    await this.#kernel.close(leaves);
    await signed;
  }

  async #receive(message: FromPage, from: Listener): Promise<void> {
    this.#takeCells();
    if ('ask' in message) {
      const answer = await this.#answer(message, from).catch(
        (error: unknown): Answer => ({ to: 'failed', message: messageOf(error) }),
      );
      from({ type: 'answer', id: message.id, answer });
      return;
    }
    if (isEdit(message)) this.#edit(message, from);
    else if (message.op === 'cancel') this.#ongoing.cancel(from, message.question);
    else await this.#operate(message);
    this.#feed.changed();
  }

  #edit(message: EditOperation, from: Listener): void {
    const change = message.op === 'edit' ? this.#write(message, from) : message;
    const edited = applyEdit(this.#edited, change, (exec) => this.#history.get(exec)?.outputs ?? null);
    if (typeof edited === 'string') throw new SluiceError(edited);
    if (edited === this.#edited) return;
    this.#edited = edited;
    if (message.op === 'clear-outputs') this.#outputs.forget(message.cells);
    if (message.op === 'insert') this.#texts.begin(message.cell);
    this.#file.touch();
    if (message.op === 'metadata' || message.op === 'attach' || message.op === 'clear-outputs') return;
    this.#runner.dispatch(this.#cellsOperation(message.op === 'delete' || message.op === 'order'));
  }

  /** Takes edits of a text, and tells the pages: the one that made them, all that it does not know of. */
  #write(message: Extract<EditOperation, { op: 'edit' }>, from: Listener): CellChange {
    const { cell, version } = message;
    const before = this.#edited.cells.find(({ id }) => id === cell);
    if (before === undefined) throw new SluiceError(`there is no cell ${cell}`);
    const { source, taken } = this.#texts.take(cell, before.source, version, message.edits);
    from({ type: 'edits', cell, version, edits: this.#texts.since(cell, version) });
    this.#tellEdits(cell, taken, from);
    return { op: 'text', cell, source };
  }

  #tellEdits(cell: CellId, edits: readonly TextEdit[], but?: Listener): void {
    if (edits.length === 0) return;
    const version = this.#texts.version(cell) - edits.length;
    this.#feed.tell({ type: 'edits', cell, version, edits }, but);
  }

  async #operate(message: Exclude<Operation, EditOperation | { op: 'cancel' }>): Promise<void> {
    await this.#joining;
    switch (message.op) {
      case 'run':
        return this.#run(message.cells, message.force ?? false);
      case 'run-all':
        return this.#run(this.#codeCells().map(({ id }) => id));
      case 'run-stale':
        return this.#runner.dispatch({ type: 'settle' });
      case 'interrupt':
        return this.#runner.dispatch({ type: 'interrupt' });
      case 'restart':
        return this.#restart(message.run ?? false);
      case 'mode':
        return this.#runner.dispatch({ type: 'mode', mode: message.mode });
      case 'freeze':
      case 'expensive':
        return this.#runner.dispatch({ type: message.op, cell: message.cell, on: message.on });
      case 'input':
        if (!this.#prompts.answer(message.cell, message.value)) {
          throw new SluiceError('the cell does not wait for input');
        }
        return;
      case 'save':
        this.#file.save(message.overwrite ?? false);
        return this.#trust.saved(this.#edited.cells);
      case 'trust':
        this.#trust.trust(this.#edited.cells);
        this.#feed.changed();
        if (this.#file.state === 'unsaved') this.#file.save(false);
        return this.#trust.sign();
      case 'reload':
        return this.#reload();
      case 'replay':
      case 'replay-reset':
        throw new SluiceError('an open notebook is not replayed');
    }
  }

  /** Tells the core of the cells of the file that was opened. */
  #takeCells(): void {
    if (this.#isTaken) return;
    this.#isTaken = true;
    this.#runner.dispatch(this.#cellsOperation(false));
  }

  #answer(question: Question, from: Listener): Promise<Answer> {
    const { cells, deleted } = this.#edited;
    return answerQuestion(question, {
      core: this.#runner.state,
      kernel: () => this.#kernel.use(),
      cells,
      deleted: [...deleted.values()],
      metadata: this.#document.metadata as JsonObject,
      history: this.#history,
      widgets: this.#widgets,
      replay: this.#host.replay,
      work: (action) => this.#ongoing.work(from, question.id, action),
      tell: (progress) => from({ type: 'progress', id: question.id, progress }),
    });
  }

  #run(cells: readonly CellId[], force = false): void {
    const code = new Set(this.#codeCells().map(({ id }) => id));
    this.#runner.dispatch({ type: 'run', cells: cells.filter((cell) => code.has(cell)), force });
  }

  #cellsOperation(settles: boolean): CoreOperation {
    const cells = this.#codeCells();
    const sources = new Map(cells.map(({ id, source }) => [id, source]));
    return { type: 'cells', order: cells.map(({ id }) => id), sources, settles };
  }

  #codeCells(): CodeCell[] {
    return this.#edited.cells.filter((cell): cell is CodeCell => cell.type === 'code');
  }

  #starting(cell: CellId): NonNullable<Parameters<TracedKernel['run']>[3]> {
    this.#started = { cell, at: Date.now() };
    this.#log.starting();
    this.#kernel.become('busy', null);
    return { ...this.#outputs.starting(cell), onInput: (prompt) => this.#prompts.ask(cell, prompt) };
  }

  #ran(cell: CellId, run: TracedRun): void {
    const at = this.#started?.at ?? Date.now();
    this.#history.add(run, at);
    this.#log.ran(run, at);
    this.#prompts.cancel(cell);
    this.#started = null;
    this.#outputs.ran(cell, run.result);
    this.#kernel.become('idle', null);
    this.#file.touch();
  }

  #restored(exec: Exec, last: Exec, ms: number): void {
    const before = this.#history.get(last);
    if (before === undefined) return;
    const run = { ...before, exec, at: Date.now(), ms, restored: true } as const;
    this.#history.restore(run);
    this.#log.putBack(run);
  }

  #showOutputs(id: CellId, outputs: OutputFold['outputs'], count: number | null | undefined): void {
    const index = this.#edited.cells.findIndex((cell) => cell.id === id);
    const cell = this.#edited.cells[index];
    if (cell?.type !== 'code') return;
    const executionCount = count === undefined ? cell.executionCount : count;
    const changed: Cell = { ...cell, outputs, executionCount };
    this.#edited = { ...this.#edited, cells: this.#edited.cells.with(index, changed) };
    this.#feed.changed();
  }

  async #restart(run: boolean): Promise<void> {
    await this.#kernel.renew(() => this.#runner.restart());
    this.#history.restart();
    this.#started = null;
    if (run) this.#run(this.#codeCells().map(({ id }) => id));
  }

  /** The kernel is gone in which what was restored had run: that says only what cells would do again. */
  #beginAnew(): void {
    this.#runner.dispatch({ type: 'restarted' });
    this.#history.restart();
  }

  /** The kernel is as it was left. The file may have been saved last before the last runs ended. */
  #goOn(): void {
    const { settlement, order } = this.#runner.state;
    for (const cell of order) {
      const exec = settlement.execution(cell)?.exec;
      const outputs = exec === undefined ? null : this.#history.get(exec)?.outputs;
      if (outputs) this.#outputs.resume(cell, outputs);
    }
  }

  #reload(): void {
    const text = readFileSync(this.#path, 'utf8');
    this.#document = parseNotebook(text, this.#path);
    const before = new Map(this.#edited.cells.map((cell) => [cell.id, cell.source]));
    this.#edited = openCells(this.#document.cells);
    for (const { id, source } of this.#edited.cells) {
      const old = before.get(id);
      if (old === undefined) this.#texts.begin(id);
      else this.#tellEdits(id, this.#texts.replace(id, old, source).taken);
    }
    this.#outputs.clear();
    this.#file.reloaded(text);
    void this.#trust.opened(this.#edited.cells).then(() => this.#feed.changed());
    this.#runner.dispatch(this.#cellsOperation(false));
  }

  #view(): NotebookView {
    const core = this.#runner.state;
    if (this.#states?.core !== core) this.#states = { core, shown: notebookStates(core) };
    const { shown } = this.#states;
    const cells = this.#edited.cells.map((cell) => this.#views.of(cell, this.#factsOf(cell, core, shown)));
    const { path, state: saved } = this.#file;
    const { mode, cutOff } = core;
    return { path, cells, mode, kernel: this.#kernel.view, saved, plan: shown.plan, cutOff };
  }

  #factsOf(cell: Cell, core: CoreState, { cells }: NotebookStates): CellFacts {
    const version = this.#texts.version(cell.id);
    if (cell.type !== 'code') return { ...TEXT_CELL, version };
    return {
      version,
      ...(cells.get(cell.id) ?? UNRUN),
      frozen: core.frozen.has(cell.id),
      expensive: core.expensive.has(cell.id),
      trusted: this.#trust.isTrusted(cell),
      exec: core.settlement.execution(cell.id)?.exec ?? null,
      startedAt: this.#started?.cell === cell.id ? this.#started.at : null,
      ms: core.times.get(cell.id) ?? null,
      prompt: this.#prompts.view(cell.id),
    };
  }
}
