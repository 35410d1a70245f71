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
import { foldOutput, type LateOutput, NO_OUTPUT, type OutputFold } from '../kernel/index.ts';
import type { ReplayScript, TracedKernel, TracedRun } from '../session/index.ts';
import { type CellFacts, CellViews, TEXT_CELL } from './cell-views.ts';
import { applyEdit, type EditedCells, type EditOperation, isEdit, openCells } from './edited-cells.ts';
import { formatCode } from './format-code.ts';
import { gatherAnswer, gatherSource } from './gather-question.ts';
import { historyAnswer, pastRunAnswer } from './history-questions.ts';
import { answerFromKernel } from './kernel-answers.ts';
import type { Listener, LiveNotebook, PageLine } from './live-notebook.ts';
import { LoggedSession } from './logged-session.ts';
import type {
  Answer,
  CellView,
  FromPage,
  GatherProgress,
  NotebookView,
  Operation,
  Question,
} from './messages.ts';
import { type CoreOperation, type CoreState, previewRun } from './notebook-core.ts';
import { type KernelSource, NotebookKernel } from './notebook-kernel.ts';
import { graphAnswer, variablesAnswer } from './notebook-questions.ts';
import { type NotebookStates, notebookStates, planView } from './notebook-states.ts';
import { Ongoing } from './ongoing.ts';
import { Prompts } from './prompts.ts';
import { ReactiveRunner } from './reactive-runner.ts';
import { RunHistory } from './run-history.ts';
import { NotebookFile } from './saving.ts';
import { pastSliceAnswer, scriptTarget, sliceAnswer, whyAnswer } from './slice-questions.ts';
import { tableAnswer } from './table-questions.ts';
import { ViewFeed } from './view-feed.ts';

/** What an open notebook needs of its surroundings. */
export interface NotebookHost extends KernelSource {
  /** Runs a script elsewhere and compares. */
  readonly replay: ReplayScript;
}

/** A notebook that is kept up to date. */
export class ReactiveNotebook implements LiveNotebook {
  readonly #path: string;
  readonly #host: NotebookHost;
  readonly #file: NotebookFile;
  readonly #feed: ViewFeed;
  readonly #prompts: Prompts;
  readonly #views = new CellViews();
  readonly #runner: ReactiveRunner;
  readonly #folds = new Map<CellId, OutputFold>();
  readonly #history = new RunHistory();
  readonly #ongoing = new Ongoing();
  /** The cell of each request, for output that comes late. */
  readonly #requests: Map<string, CellId>;
  readonly #log: LoggedSession;
  readonly #kernel: NotebookKernel;
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
    this.#prompts = new Prompts(() => this.#feed.changed());
    this.#log = new LoggedSession(path);
    const { restored } = this.#log;
    this.#requests = new Map(restored?.requests);
    for (const run of restored?.runs ?? []) this.#history.restore(run);
    this.#kernel = new NotebookKernel(host, restored?.kernel ?? null, {
      changed: () => this.#feed?.changed(),
      started: (kernel, server) => this.#log.startedKernel(kernel, server),
      joined: (isThere) => (isThere ? this.#goOn() : this.#beginAnew()),
      lateOutput: (late) => this.#showLate(late),
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
    }
    this.#runner.dispatch(this.#cellsOperation(false));
    this.#feed = new ViewFeed(() => this.#view());
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
    await this.#kernel.close(leaves);
  }

  async #receive(message: FromPage, from: Listener): Promise<void> {
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
    const edited = applyEdit(this.#edited, message, (exec) => this.#history.get(exec)?.outputs ?? null);
    if (typeof edited === 'string') throw new SluiceError(edited);
    if (edited === this.#edited) return;
    this.#edited = edited;
    if (message.op === 'clear-outputs') for (const cell of message.cells) this.#folds.delete(cell);
    if (message.op === 'edit') this.#feed.edited(message.cell, from);
    this.#file.touch();
    if (message.op === 'metadata' || message.op === 'clear-outputs') return;
    this.#runner.dispatch(this.#cellsOperation(message.op === 'delete' || message.op === 'order'));
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
        return this.#file.save(message.overwrite ?? false);
      case 'reload':
        return this.#reload();
      case 'replay':
      case 'replay-reset':
        throw new SluiceError('an open notebook is not replayed');
    }
  }

  async #answer(question: Question, from: Listener): Promise<Answer> {
    const core = this.#runner.state;
    switch (question.ask) {
      case 'output': {
        const cell = this.#codeCells().find(({ id }) => id === question.cell);
        const output = cell?.outputs[question.index];
        if (output === undefined) throw new SluiceError('the output is gone');
        return { to: 'output', output: output as CellView['outputs'][number] };
      }
      case 'preview':
        return { to: 'preview', plan: planView(core, previewRun(core, question.cells)) };
      case 'slice':
        return sliceAnswer(core, () => this.#kernel.use(), question.of, question.direction, question.level);
      case 'gather': {
        const source = gatherSource(core, await this.#kernel.use(), this.#history);
        const { replay } = this.#host;
        return this.#ongoing.work(from, question.id, (signal) => {
          const tell = (progress: GatherProgress) => from({ type: 'progress', id: question.id, progress });
          return gatherAnswer(source, scriptTarget(core, question.of), question, { replay, tell, signal });
        });
      }
      case 'why':
        return whyAnswer(core, () => this.#kernel.use(), question.of, question.needed);
      case 'history': {
        const deleted = [...this.#edited.deleted.values()];
        return historyAnswer(core.settlement.graph, this.#history, question.after, deleted);
      }
      case 'past-run':
        return this.#pastRun(question.exec);
      case 'past-slice':
        return pastSliceAnswer(core.settlement.graph, question.exec, question.direction, question.level);
      case 'graph':
        return graphAnswer(core);
      case 'variables':
        return variablesAnswer(core, await this.#kernel.use());
      case 'table':
      case 'table-column':
        return tableAnswer(core, () => this.#kernel.use(), question);
      case 'format':
        return formatCode((await this.#kernel.use()).client, question.code);
      case 'step':
        throw new SluiceError('an open notebook has no steps');
      case 'complete':
      case 'inspect':
        return answerFromKernel((await this.#kernel.use()).client, question);
    }
  }

  #pastRun(exec: Exec): Answer {
    const run = this.#history.get(exec);
    const source = this.#runner.state.settlement.graph.execution(exec)?.source;
    if (run === undefined || source === undefined) {
      throw new SluiceError(`there is no run ${exec} in this session`);
    }
    return pastRunAnswer(source, run.outputs);
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
    this.#showOutputs(cell, NO_OUTPUT, null);
    return {
      onOutput: (message, fold) => {
        if (message.msg_type === 'update_display_data') this.#updateDisplays(cell, message);
        this.#showOutputs(cell, fold, null);
      },
      onInput: (prompt) => this.#prompts.ask(cell, prompt),
    };
  }

  #ran(cell: CellId, run: TracedRun): void {
    const at = this.#started?.at ?? Date.now();
    this.#history.add(run, at);
    this.#log.ran(run, at);
    this.#requests.set(run.result.requestId, cell);
    this.#prompts.cancel(cell);
    this.#started = null;
    this.#showOutputs(cell, run.result.fold, run.result.executionCount);
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

  #showOutputs(id: CellId, fold: OutputFold, executionCount: number | null): void {
    const index = this.#edited.cells.findIndex((cell) => cell.id === id);
    const cell = this.#edited.cells[index];
    if (cell?.type !== 'code') return;
    this.#folds.set(id, fold);
    const changed: Cell = { ...cell, outputs: fold.outputs, executionCount };
    this.#edited = { ...this.#edited, cells: this.#edited.cells.with(index, changed) };
    this.#feed.changed();
  }

  /** A display may stand in a cell that ran before. */
  #updateDisplays(running: CellId, message: Parameters<typeof foldOutput>[1]): void {
    for (const [id, fold] of this.#folds) {
      const updated = id === running ? fold : foldOutput(fold, message);
      if (updated !== fold) this.#showOutputs(id, updated, this.#countOf(id));
    }
  }

  #countOf(id: CellId): number | null {
    return this.#codeCells().find((cell) => cell.id === id)?.executionCount ?? null;
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
      if (outputs) this.#showOutputs(cell, { ...NO_OUTPUT, outputs }, this.#countOf(cell));
    }
  }

  #showLate({ requestId, message }: LateOutput): void {
    const id = this.#requests.get(requestId);
    const fold = id === undefined ? undefined : this.#folds.get(id);
    if (id !== undefined && fold !== undefined) {
      this.#showOutputs(id, foldOutput(fold, message), this.#countOf(id));
    }
  }

  #reload(): void {
    const text = readFileSync(this.#path, 'utf8');
    this.#document = parseNotebook(text, this.#path);
    this.#edited = openCells(this.#document.cells);
    this.#folds.clear();
    this.#file.reloaded(text);
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
    const shown = cell.type === 'code' ? cells.get(cell.id) : undefined;
    if (shown === undefined) return TEXT_CELL;
    return {
      ...shown,
      frozen: core.frozen.has(cell.id),
      expensive: core.expensive.has(cell.id),
      exec: core.settlement.execution(cell.id)?.exec ?? null,
      startedAt: this.#started?.cell === cell.id ? this.#started.at : null,
      ms: core.times.get(cell.id) ?? null,
      prompt: this.#prompts.view(cell.id),
    };
  }
}
