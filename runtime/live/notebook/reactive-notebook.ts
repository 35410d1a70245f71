/**
 * An open notebook: its document, the core that decides which cells run, a kernel, and pages. It turns pages'
 * messages into edits of the document and operations of the core, and turns the results into views.
 */

import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { libraryBeside } from '../../../instrument/index.ts';
import { type CellId, type Exec, isBlank, labelOf } from '../../../slicer/index.ts';
import { hasTag, mendedNote } from '../../documents/index.ts';
import { KernelDied, type TracedKernel, type TracedRun } from '../../session/index.ts';
import { messageOf, SluiceError } from '../../words/index.ts';
import { AgentDesk } from '../agents/agent-desk.ts';
import { CodeHelp } from '../code/code-help.ts';
import { LoggedSession } from '../log/logged-session.ts';
import { RunHistory } from '../log/run-history.ts';
import { wholeOutputOf } from '../log/whole-outputs.ts';
import type { Answer, NotebookView, Question } from '../messages/messages.ts';
import type { WidgetCode } from '../messages/widget-messages.ts';
import type { FiledNotebook, KernelStanding, Listener, PageLine } from '../pages/live-notebook.ts';
import { NotebookViews } from '../pages/notebook-view.ts';
import { Ongoing } from '../pages/ongoing.ts';
import { type DoneOperation, pageLine } from '../pages/page-line.ts';
import { Prompts } from '../pages/prompts.ts';
import { ViewFeed } from '../pages/view-feed.ts';
import { answerQuestion } from '../questions/notebook-answers.ts';
import { NotebookFlow } from '../questions/notebook-flow.ts';
import { TrialRuns } from '../questions/notebook-trials.ts';
import { isOfAnyLanguage, NOT_FOLLOWED } from '../questions/of-any-language.ts';
import { Widgets } from '../widgets/widgets.ts';
import { CellOutputs } from './cell-outputs.ts';
import { ConsoleLines } from './console-lines.ts';
import { type EditOperation, isEdit } from './edited-cells.ts';
import { FileChanges } from './file-changes.ts';
import { KernelSuccession } from './kernel-succession.ts';
import { LiveCells } from './live-cells.ts';
import type { NotebookHost } from './notebook-host.ts';
import { NotebookKernel } from './notebook-kernel.ts';
import { OpeningNotes } from './opening-notes.ts';
import { OutputTrust } from './output-trust.ts';
import { ReactiveRunner } from './reactive-runner.ts';
import { NotebookFile, rescueText } from './saving.ts';
import { runTogether, SkippedCells } from './skipped-cells.ts';

const DAMAGED = 'What was known of earlier runs of this notebook is damaged, and was put aside:';

/** Operations that only cells of Python take. */
const OF_PYTHON: ReadonlySet<string> = new Set(['run-stale', 'mode', 'order-mode', 'freeze', 'expensive']);

type FollowOperation = Extract<DoneOperation, { readonly op: 'saves-itself' }>;
type RunWishes = Pick<Extract<DoneOperation, { op: 'run' }>, 'force' | 'alone' | 'whole'>;

/** A notebook that Sluice keeps up to date. */
export class ReactiveNotebook implements FiledNotebook {
  #path: string;
  readonly #opening = randomUUID();
  readonly #host: NotebookHost;
  readonly #file: NotebookFile;
  readonly #feed: ViewFeed;
  readonly #prompts: Prompts;
  readonly #views = new NotebookViews();
  readonly #runner: ReactiveRunner;
  readonly #outputs: CellOutputs;
  readonly #widgets: Widgets;
  readonly #trust: OutputTrust;
  readonly #history = new RunHistory();
  readonly #flow = new NotebookFlow(() => this.#path);
  readonly #console = new ConsoleLines({
    tell: (message) => this.#feed.tell(message),
    arrange: (settles) => this.#arrange(settles),
    run: (line) => this.#runner.dispatch({ type: 'run', cells: [line], force: true, alone: true }),
  });
  readonly #help = new CodeHelp(() => this.#path);
  readonly #ongoing = new Ongoing();
  readonly #trials: TrialRuns;
  readonly #cells: LiveCells;
  readonly #log: LoggedSession;
  readonly #kernel: NotebookKernel;
  readonly #succession: KernelSuccession;
  readonly #changes: FileChanges;
  readonly #skipped: SkippedCells;
  readonly #agents: AgentDesk;
  readonly #notes = new OpeningNotes((message) => {
    this.#feed.tell({ type: 'note', message });
    return this.#feed.hasPages;
  });
  /** Cells whose next run writes its whole output to a file. */
  readonly #whole = new Set<CellId>();
  #isTaken = false;
  #started: { readonly cell: CellId; readonly at: number } | null = null;
  /** The search for the notebook's former kernel; null when the search is over. */
  #joining: Promise<unknown> | null = null;

  /** @throws {SluiceError} 2 when the file is no notebook. */
  constructor(path: string, host: NotebookHost) {
    this.#path = path;
    this.#host = host;
    this.#trials = new TrialRuns(host.trials);
    this.#cells = new LiveCells(path, {
      tell: (...what) => this.#feed.tell(...what),
      outputsOf: (exec) => this.#history.get(exec)?.outputs ?? null,
    });
    const { inMemory = false } = host;
    const fileHost = {
      text: () => this.#cells.text(),
      takes: () => this.#changes.takes(),
      changed: () => this.#feed.changed(),
    };
    this.#file = new NotebookFile(path, this.#cells.original, fileHost, !inMemory);
    this.#trust = new OutputTrust(this.#file, host.signatures, (id) => this.#outputs.isMade(id));
    const order = (): readonly CellId[] => this.#runner.state.settlement.order;
    this.#outputs = new CellOutputs(order, (...shown) => {
      this.#cells.showOutputs(...shown);
      this.#console.show(shown[0], shown[1]);
      this.#feed.changed();
    });
    this.#widgets = new Widgets({
      order,
      ownerOf: (request) => this.#outputs.ownerOf(request),
      tell: (events) => this.#feed.tell({ type: 'widgets', events }),
      begins: (request, cell) => this.#outputs.begins(request, cell),
      ended: (request) => this.#outputs.ended(request),
    });
    this.#prompts = new Prompts(() => {
      this.#feed.changed();
      this.#agents.changed();
    });
    this.#log = new LoggedSession(path, !inMemory);
    const { restored } = this.#log;
    for (const [request, cell] of restored?.requests ?? []) this.#outputs.belongs(request, cell);
    for (const run of restored?.runs ?? []) this.#history.restore(run);
    this.#kernel = new NotebookKernel(host, () => this.#succession.wanted(), restored?.kernel ?? null, {
      changed: () => this.#feed?.changed(),
      started: (kernel, server) => {
        this.#succession.started();
        this.#log.startedKernel(kernel, server);
      },
      note: (text) => this.#succession.note(text),
      joined: (joined) => this.#succession.joined(joined),
      opened: (kernel, isJoined) => {
        kernel.label = (cell) => labelOf(this.#runner.state)(cell);
        this.#widgets.follow(kernel.client, isJoined);
        this.#succession.opened(kernel);
        kernel.onOutside((trace, request) => {
          this.#runner.wroteOutside(trace, this.#outputs.cellOf(request));
        });
      },
      died: (reason) => {
        // if the kernel died in a run, the end of the run reports the death
        if (this.#runner.state.running === null) this.#runner.dispatch({ type: 'died', reason });
        this.#agents.died(reason);
      },
      lateOutput: (late) => {
        if (this.#outputs.late(late)) this.#file.touch();
      },
    });
    this.#runner = new ReactiveRunner(() => this.#kernel.use(), libraryBeside(dirname(path)), 'in-order', {
      changed: (state) => {
        this.#console.follow(state);
        this.#feed?.changed();
        this.#agents?.changed();
      },
      applied: (...what) => this.#log.applied(...what),
      starting: (cell) => this.#starting(cell),
      ran: (cell, run) => this.#ran(cell, run),
      mayFail: (cell) => {
        const found = this.#cells.code.find(({ id }) => id === cell);
        return found !== undefined && hasTag(found, 'raises-exception');
      },
      restored: ({ exec }, last, ms) => this.#restored(exec, last, ms),
      failed: (error, cell) => this.#failed(error, cell),
    });
    this.#succession = new KernelSuccession({
      kernel: this.#kernel,
      runner: this.#runner,
      history: this.#history,
      log: this.#log,
      cells: this.#cells,
      path: () => this.#path,
      kernelName: host.kernelName,
      startsLazy: host.startsLazy === true,
      remember: (...choice) => host.rememberKernel(...choice),
      say: (text) => this.#notes.say(text),
      named: () => this.#file.touch(),
      renewed: () => {
        this.#started = null;
      },
      resume: (cell) => this.#resume(cell),
    });
    this.#skipped = new SkippedCells(this.#runner);
    this.#changes = new FileChanges({
      path: () => this.#path,
      file: this.#file,
      cells: this.#cells,
      runner: this.#runner,
      tell: (message) => this.#feed.tell({ type: 'note', message }),
      reloaded: () => {
        this.#notes.say(mendedNote(this.#cells.document, 'This notebook'));
        this.#outputs.clear();
        void this.#trust.opened(this.#cells.all).then(() => this.#feed.changed());
        this.#arrange(false);
        this.#skipped.follow(this.#cells.code);
        this.#feed.changed();
      },
    });
    this.#runner.watch(
      () => void this.#runner.look(),
      () => this.#kernel.isHere,
    );
    if (restored !== null) {
      this.#runner.resume(restored.core);
      if (restored.kernel === null) this.#succession.beginAnew();
      this.#takeCells();
    } else setImmediate(() => this.#takeCells()); // the page that is waiting gets the text first
    if (restored === null && host.startsLazy === true) this.#runner.dispatch({ type: 'mode', mode: 'lazy' });
    this.#succession.begin();
    this.#feed = new ViewFeed(() => this.#view());
    this.#agents = new AgentDesk({
      cells: () => this.#cells.all,
      core: () => this.#runner.state,
      view: () => this.#view(),
      flows: () => this.#flow.flows(this.#runner.state),
      revise: (steps) => this.#revise(steps),
      ready: () => this.#ready(),
      request: (cells) => (cells === null ? this.#runner.dispatch({ type: 'settle' }) : this.#run(cells)),
      interrupt: () => this.#runner.dispatch({ type: 'interrupt' }),
      restart: () => this.#restart({ op: 'restart' }),
    });
    this.#notes.say(mendedNote(this.#cells.document, 'This notebook'));
    if (inMemory) this.#trust.trust(this.#cells.all);
    else void this.#trust.opened(this.#cells.all).then(() => this.#feed.changed());
    const kernel = this.#kernel.use().then(() => this.#succession.goOn());
    const joined = kernel.catch(() => {});
    if (restored?.kernel) {
      this.#joining = joined.then(() => {
        this.#joining = null;
      });
    }
  }

  connect(listener: Listener): PageLine {
    const { damaged } = this.#log;
    if (damaged !== null) listener({ type: 'error', message: `${DAMAGED} ${damaged}` });
    const disconnect = this.#feed.connect(listener);
    this.#notes.connected(listener);
    this.#console.connect(listener);
    return pageLine(listener, {
      ongoing: this.#ongoing,
      answer: (...asked) => this.#answer(...asked),
      operate: async (operation, from) => {
        this.#takeCells();
        if (isEdit(operation)) this.#edit(operation, from);
        else if (operation.op === 'saves-itself') this.#changes.follow(from);
        else await this.#operate(operation);
        this.#feed.changed();
      },
      left: () => {
        disconnect();
        this.#changes.leave(listener);
      },
    });
  }

  moved(path: string): void {
    this.#path = path;
    this.#file.moved(path);
    this.#log.moved(path);
    void this.#kernel.moved(path);
    this.#feed.changed();
  }

  get kernel(): KernelStanding {
    const { view, isLasting, id } = this.#kernel;
    const lives = view.state !== 'none' && view.state !== 'dead';
    return {
      id,
      python: view.name,
      state: view.state,
      isWorthKeeping: lives && isLasting && this.#succession.hasRun,
    };
  }

  secure(): void {
    const rescued = this.#file.secure();
    if (rescued !== null) this.#host.say(rescueText(this.#file, rescued));
  }

  async close({ leaves = false }: { readonly leaves?: boolean } = {}): Promise<void> {
    this.secure();
    this.#file.close();
    this.#runner.close();
    this.#help.close();
    const signed = this.#trust.saved(this.#cells.all);
    await this.#kernel.close(leaves);
    await signed;
  }

  #edit(operation: EditOperation, from: Listener): void {
    const { op } = operation;
    if (!this.#cells.edit(operation, from)) {
      // a page that repeats a text waits until the text is in the file
      if (op === 'edit') this.#file.touch();
      return;
    }
    if (op === 'clear-outputs') {
      this.#outputs.forget(operation.cells);
      this.#log.cleared(operation.cells);
    }
    this.#file.touch();
    if (op === 'metadata') this.#skipped.follow(this.#cells.code);
    if (op === 'metadata' || op === 'attach' || op === 'clear-outputs') return;
    this.#arrange(op === 'delete' || op === 'order');
    if ((op === 'insert' && operation.outputsOf === undefined) || op === 'type') this.#resume(operation.cell);
    if (op !== 'delete' && op !== 'order') return;
    this.#outputs.arranged();
    this.#widgets.arranged();
  }

  /** Restores the outputs of a cell's last run, if they still count. */
  #resume(cell: CellId): void {
    const exec = this.#runner.state.settlement.execution(cell)?.exec;
    const run = exec === undefined ? undefined : this.#history.get(exec);
    if (run?.outputs && !run.foreign) this.#outputs.resume(cell, run.outputs, run.count);
  }

  /** Carries out an agent's edits, without running anything. */
  #revise(steps: Parameters<LiveCells['revise']>[0]): void {
    this.#takeCells();
    this.#cells.revise(steps);
    this.#file.touch();
    this.#arrange(false);
    this.#outputs.arranged();
    this.#widgets.arranged();
  }

  /** Waits until cells can run: a dead kernel stays dead. */
  async #ready(): Promise<void> {
    this.#takeCells();
    await this.#joining;
    await this.#succession.ready();
    await this.#findKernel();
    await this.#runner.look();
  }

  async #operate(message: Exclude<DoneOperation, EditOperation | FollowOperation>): Promise<void> {
    // the answer to the page's next question depends on these
    if (message.op === 'trust') return this.#trustAll();
    if (message.op === 'answer-flow') return this.#flow.keep(this.#runner.state, message);
    // (a question behind the operation comes at once: without a kernel to join, nothing may wait here)
    if (this.#joining !== null) await this.#joining;
    if (['run', 'run-all', 'run-stale', 'console'].includes(message.op)) {
      await this.#findKernel();
      await this.#succession.revive();
      await this.#runner.look();
    }
    if (this.#runner.state.mode === 'plain' && OF_PYTHON.has(message.op)) throw new SluiceError(NOT_FOLLOWED);
    switch (message.op) {
      case 'run':
        return this.#run(message.cells, message);
      case 'run-all':
        return this.#run(runTogether(this.#cells.code));
      case 'run-stale':
        return this.#runner.dispatch({ type: 'settle' });
      case 'console':
        return this.#console.run(message.source);
      case 'interrupt':
        return this.#runner.dispatch({ type: 'interrupt' });
      case 'restart':
        return this.#restart(message);
      case 'kernel':
        return this.#succession.choose(message.choice);
      case 'mode':
        return this.#runner.dispatch({ type: 'mode', mode: message.mode });
      case 'order-mode':
        return this.#runner.dispatch({ type: 'order-mode', mode: message.mode });
      case 'freeze':
      case 'expensive':
        return this.#runner.dispatch({ type: message.op, cell: message.cell, on: message.on });
      case 'input':
        if (!this.#prompts.answer(message.cell, message.value)) {
          throw new SluiceError('the cell does not wait for input');
        }
        return;
      case 'save':
        this.#cells.writeMended();
        this.#file.save(message.overwrite ?? false);
        return this.#trust.saved(this.#cells.all);
      case 'reload':
        return this.#changes.reload();
      case 'parameter':
        throw new SluiceError('only an app takes values of parameters');
      case 'replay':
      case 'replay-reset':
        throw new SluiceError('an open notebook is not replayed');
    }
  }

  /** Looks again for a kernel of a language that had none. @throws {MissingKernel} */
  async #findKernel(): Promise<void> {
    const { state, reason } = this.#kernel.view;
    if (state === 'none' && reason !== null) await this.#kernel.use();
  }

  /** Trusts the notebook's original content, and the runs of its log. */
  #trustAll(): Promise<void> {
    this.#trust.trust(this.#cells.all);
    this.#history.trust();
    this.#feed.changed();
    if (this.#file.state === 'unsaved') this.#file.save(false);
    return this.#trust.sign();
  }

  /** Gives the core the present cells. */
  #arrange(settles: boolean): void {
    this.#runner.dispatch(this.#console.below(this.#cells.operation(settles)));
  }

  /** Gives the core the cells of the opened file, once. */
  #takeCells(): void {
    if (this.#isTaken) return;
    this.#isTaken = true;
    this.#arrange(false);
    this.#skipped.follow(this.#cells.code);
  }

  async #answer(question: Question, from: Listener): Promise<Answer> {
    this.#takeCells();
    if (this.#runner.state.mode === 'plain' && !isOfAnyLanguage(question))
      throw new SluiceError(NOT_FOLLOWED);
    if (question.ask === 'agent')
      return this.#agents.answer(question.request).then((reply) => ({ to: 'agent', reply }));
    const { all: cells, deleted, metadata } = this.#cells;
    return answerQuestion(question, {
      core: this.#runner.state,
      kernel: () => this.#kernel.use(),
      isHere: this.#kernel.isHere,
      kernelChoices: () => this.#host.kernelChoices(this.#succession.wanted()),
      kernelHere: () => this.#kernelHere(),
      help: this.#help,
      cells,
      deleted,
      metadata,
      history: this.#history,
      widgets: this.#widgets,
      widgetCode: (module) => this.#widgetCode(module),
      flow: this.#flow,
      replay: this.#host.replay,
      checker: this.#host.checker,
      trials: this.#trials,
      standing: { path: this.#path, cells, metadata },
      trusted: () => cells.every((cell) => this.#trust.showsTrusted(cell)),
      text: () => this.#cells.text(),
      work: (action) => this.#ongoing.work(from, question.id, action),
      tell: (progress) => from({ type: 'progress', id: question.id, progress }),
    });
  }

  async #widgetCode(module: string): Promise<WidgetCode> {
    const code = await this.#host.widgetCode(this.#succession.wanted(), module);
    if (code !== null) return code;
    const where = this.#kernel.isHere ? 'not in the Python of this notebook' : 'on another server';
    throw new SluiceError(`The code of ${module}, which draws this widget, is ${where}.`);
  }

  /** The kernel, unless it would have to be started first. */
  #kernelHere(): Promise<TracedKernel> | null {
    const { state } = this.#kernel.view;
    return state === 'idle' || state === 'busy' ? this.#kernel.use() : null;
  }

  #run(cells: readonly CellId[], { force = false, alone = false, whole = false }: RunWishes = {}): void {
    if (whole) for (const cell of cells) this.#whole.add(cell);
    const code = new Map(this.#cells.code.map((cell) => [cell.id, cell]));
    const wanted = cells.filter((cell) => code.has(cell));
    // a cell without a text runs to nothing
    const emptied = wanted.filter((id) => {
      const cell = code.get(id);
      return cell && isBlank(cell.source) && (cell.outputs.length > 0 || cell.executionCount !== null);
    });
    if (emptied.length > 0) this.#edit({ op: 'clear-outputs', cells: emptied }, () => undefined);
    this.#runner.dispatch({ type: 'run', cells: wanted, force, alone });
  }

  #starting(cell: CellId): NonNullable<Parameters<TracedKernel['run']>[3]> {
    const left = this.#succession.begins(cell);
    const { request: requestId, at } = left ?? { request: randomUUID(), at: Date.now() };
    this.#started = { cell, at };
    if (left === null) this.#log.starting(requestId, at);
    this.#kernel.become('busy', null);
    this.#widgets.starting(cell);
    this.#console.starting(cell);
    const wholeTo = this.#whole.delete(cell) ? wholeOutputOf(this.#path, cell) : null;
    const { onOutput } = this.#outputs.starting(cell);
    this.#file.touchOutputs();
    return {
      requestId,
      onOutput: (...shown) => {
        onOutput?.(...shown);
        // a cell may run for hours, and the server or the machine may end before it
        this.#file.touchOutputs();
      },
      ...(wholeTo === null ? {} : { wholeTo }),
      // a kernel without a person to ask fails the line with the reason
      ...(this.#console.has(cell) ? {} : { onInput: (prompt) => this.#prompts.ask(cell, prompt) }),
    };
  }

  #failed(error: unknown, cell: CellId): void {
    this.#started = null;
    this.#prompts.cancel(cell);
    this.#kernel.become('dead', messageOf(error), error instanceof KernelDied ? error.cell : null);
    this.#agents.died(messageOf(error));
    this.#file.touch();
  }

  #ran(cell: CellId, run: TracedRun): void {
    const at = this.#started?.at ?? Date.now();
    this.#history.add(run, at);
    this.#log.ran(run, at);
    this.#prompts.cancel(cell);
    this.#started = null;
    this.#outputs.ran(cell, run.result);
    const { fold, status, executionCount } = run.result;
    this.#console.ran(cell, fold.outputs, status !== 'ok', executionCount);
    this.#kernel.become('idle', null);
    this.#file.touch();
    const { error } = run.result;
    this.#agents.ran(run.record, run.ms.run, error && `${error.name}: ${error.value}`);
  }

  #restored(exec: Exec, last: Exec, ms: number): void {
    const before = this.#history.get(last);
    if (before === undefined) return;
    const run = { ...before, exec, at: Date.now(), ms, restored: true } as const;
    this.#history.restore(run);
    this.#log.putBack(run);
    const cell = this.#runner.state.settlement.graph.execution(last)?.cell;
    if (cell !== undefined) this.#agents.ran({ cell, exec, status: 'ok' }, ms, null);
  }

  async #restart({ run = false, upTo }: Extract<DoneOperation, { op: 'restart' }>): Promise<void> {
    await this.#succession.restart();
    if (!run) return;
    const cells = this.#cells.code;
    const last = upTo === undefined ? -1 : cells.findIndex(({ id }) => id === upTo);
    this.#run(runTogether(last < 0 ? cells : cells.slice(0, last + 1), upTo));
  }

  #view(): NotebookView {
    return this.#views.of({
      core: this.#runner.state,
      cells: this.#cells.all,
      file: this.#file,
      opening: this.#opening,
      language: this.#cells.document.language,
      kernel: this.#kernel.view,
      started: this.#started,
      version: (cell) => this.#cells.version(cell),
      isTrusted: (cell) => this.#trust.showsTrusted(cell),
      prompt: (cell) => this.#prompts.view(cell),
    });
  }
}
