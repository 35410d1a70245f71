/**
 * An open notebook: makes its parts (document, core, kernel, outputs, log, pages), connects them with each other and with pages, and
 * shows the whole as a view. The file is long because all parts meet here; each part's work is in the part's own file.
 */

import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { libraryBeside } from '../../../instrument/index.ts';
import { type CellId, labelOf } from '../../../slicer/index.ts';
import { hasTag, mendedNote } from '../../documents/index.ts';
import type { TracedKernel } from '../../session/index.ts';
import { SluiceError } from '../../words/index.ts';
import { AgentDesk } from '../agents/agent-desk.ts';
import { CodeHelp } from '../code/code-help.ts';
import { LoggedSession } from '../log/logged-session.ts';
import { RunHistory } from '../log/run-history.ts';
import type { Answer, Question } from '../messages/messages.ts';
import type { NotebookView } from '../messages/notebook-views.ts';
import type { WidgetCode } from '../messages/widget-messages.ts';
import type { FiledNotebook, KernelStanding, Listener, PageLine } from '../pages/live-notebook.ts';
import { NotebookViews } from '../pages/notebook-view.ts';
import { Ongoing } from '../pages/ongoing.ts';
import { pageLine } from '../pages/page-line.ts';
import { Prompts } from '../pages/prompts.ts';
import { ViewFeed } from '../pages/view-feed.ts';
import { answerQuestion } from '../questions/notebook-answers.ts';
import { NotebookFlow } from '../questions/notebook-flow.ts';
import { TrialRuns } from '../questions/notebook-trials.ts';
import { isOfAnyLanguage, NOT_FOLLOWED } from '../questions/of-any-language.ts';
import { NotebookVariants } from '../variants/notebook-variants.ts';
import { Widgets } from '../widgets/widgets.ts';
import { ArrangedCells } from './arranged-cells.ts';
import { CellOutputs } from './cell-outputs.ts';
import { CellRuns } from './cell-runs.ts';
import { ConsoleLines } from './console-lines.ts';
import { CoreHistory } from './core-history.ts';
import { isEdit } from './edited-cells.ts';
import { FileChanges } from './file-changes.ts';
import { KernelSuccession } from './kernel-succession.ts';
import { LiveCells } from './live-cells.ts';
import type { NotebookHost } from './notebook-host.ts';
import { NotebookKernel } from './notebook-kernel.ts';
import { OpeningNotes } from './opening-notes.ts';
import { OutputTrust } from './output-trust.ts';
import { PageOperations } from './page-operations.ts';
import { ReactiveRunner } from './reactive-runner.ts';
import { NotebookFile, rescueText } from './saving.ts';
import { StoredResults } from './stored-results.ts';
import { UndoRuns } from './undo-runs.ts';

const DAMAGED = 'What was known of earlier runs of this notebook is damaged, and was put aside:';

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
    arrange: (settles) => this.#arranged.arrange(settles),
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
  readonly #arranged: ArrangedCells;
  readonly #runs: CellRuns;
  readonly #results: StoredResults;
  readonly #undo: UndoRuns;
  readonly #variants: NotebookVariants;
  readonly #operations: PageOperations;
  readonly #agents: AgentDesk;
  readonly #notes = new OpeningNotes((message) => {
    this.#feed.tell({ type: 'note', message });
    return this.#feed.hasPages;
  });

  /** @throws {SluiceError} 2 when the file is no notebook. */
  constructor(path: string, host: NotebookHost) {
    this.#path = path;
    this.#host = host;
    this.#trials = new TrialRuns(host.trials, () => this.#succession.wanted());
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
    this.#results = new StoredResults({
      wishes: () => host.results?.() ?? null,
      path: () => this.#path,
      code: () => this.#cells.code,
      isHere: () => this.#kernel.isHere,
      changed: () => this.#feed?.changed(),
      say: (text) => this.#notes.say(text),
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
        this.#results.started(kernel);
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
      applied: (...what) => {
        this.#log.applied(...what);
        this.#undo?.applied(what[0], what[2]);
        this.#results.applied(what[0]);
        if (what[0].type === 'restarted' || what[0].type === 'died') this.#variants?.lost();
      },
      undoable: true,
      starting: (cell, exec) => {
        this.#undo.starting(cell, exec);
        return this.#runs.starting(cell);
      },
      ran: (cell, run) => this.#runs.ran(cell, run),
      mayFail: (cell) => {
        const found = this.#cells.code.find(({ id }) => id === cell);
        return found !== undefined && hasTag(found, 'raises-exception');
      },
      restored: ({ exec }, last, ms) => this.#runs.restored(exec, last, ms),
      store: () => this.#results.store,
      resumed: (...what) => this.#runs.resumed(...what),
      failed: (error, cell) => this.#runs.failed(error, cell),
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
      renewed: () => this.#runs.lost(),
      resume: (cell) => this.#arranged.resume(cell),
    });
    this.#arranged = new ArrangedCells({
      cells: this.#cells,
      file: this.#file,
      runner: this.#runner,
      log: this.#log,
      history: this.#history,
      outputs: this.#outputs,
      widgets: this.#widgets,
      lines: this.#console,
    });
    this.#runs = new CellRuns({
      path: () => this.#path,
      file: this.#file,
      kernel: this.#kernel,
      succession: this.#succession,
      runner: this.#runner,
      log: this.#log,
      history: this.#history,
      outputs: this.#outputs,
      widgets: this.#widgets,
      lines: this.#console,
      prompts: this.#prompts,
      agents: () => this.#agents,
    });
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
        this.#arranged.reloaded();
        this.#feed.changed();
      },
    });
    this.#undo = new UndoRuns({
      operations: new CoreHistory(libraryBeside(dirname(path)), restored?.operations ?? []),
      cells: this.#cells,
      file: this.#file,
      runner: this.#runner,
      kernel: this.#kernel,
      log: this.#log,
      history: this.#history,
      outputs: this.#outputs,
      store: () => this.#results.store,
    });
    this.#variants = new NotebookVariants({
      file: this.#file,
      cells: this.#cells,
      arranged: this.#arranged,
      runner: this.#runner,
      kernel: this.#kernel,
      undo: this.#undo,
      outputs: this.#outputs,
      log: this.#log,
      say: (text) => this.#notes.say(text),
    });
    this.#operations = new PageOperations({
      file: this.#file,
      cells: this.#cells,
      arranged: this.#arranged,
      runner: this.#runner,
      runs: this.#runs,
      kernel: this.#kernel,
      succession: this.#succession,
      history: this.#history,
      changes: this.#changes,
      trust: this.#trust,
      lines: this.#console,
      prompts: this.#prompts,
      flow: this.#flow,
      undo: this.#undo,
      results: this.#results,
      variants: this.#variants,
      changed: () => this.#feed.changed(),
    });
    this.#runner.watch(
      () => void this.#runner.look(),
      () => this.#kernel.isHere,
    );
    if (restored !== null) {
      this.#runner.resume(restored.core);
      if (restored.kernel === null) this.#succession.beginAnew();
      this.#arranged.take();
    } else setImmediate(() => this.#arranged.take()); // the page that is waiting gets the text first
    if (restored === null && host.startsLazy === true) this.#runner.dispatch({ type: 'mode', mode: 'lazy' });
    this.#succession.begin();
    this.#feed = new ViewFeed(() => this.#view());
    this.#agents = new AgentDesk({
      cells: () => this.#cells.all,
      core: () => this.#runner.state,
      view: () => this.#view(),
      flows: () => this.#flow.flows(this.#runner.state),
      revise: (steps) => this.#arranged.revise(steps),
      ready: () => this.#operations.ready(),
      request: (cells) =>
        cells === null ? this.#runner.dispatch({ type: 'settle' }) : this.#operations.run(cells),
      interrupt: () => this.#runner.dispatch({ type: 'interrupt' }),
      restart: () => this.#operations.restart({}),
    });
    this.#notes.say(mendedNote(this.#cells.document, 'This notebook'));
    if (inMemory) this.#trust.trust(this.#cells.all);
    else void this.#trust.opened(this.#cells.all).then(() => this.#feed.changed());
    const kernel = this.#kernel.use().then(() => this.#succession.goOn());
    const joined = kernel.catch(() => {});
    if (restored?.kernel) this.#operations.joins(joined);
    else void this.#results.look();
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
        this.#arranged.take();
        if (isEdit(operation)) this.#arranged.edit(operation, from);
        else if (operation.op === 'saves-itself') this.#changes.follow(from);
        else await this.#operations.operate(operation);
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
    await Promise.all([signed, this.#results.close()]);
  }

  async #answer(question: Question, from: Listener): Promise<Answer> {
    this.#arranged.take();
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
      undo: this.#undo,
      variants: this.#variants,
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

  #view(): NotebookView {
    return this.#views.of({
      core: this.#runner.state,
      cells: this.#cells.all,
      file: this.#file,
      opening: this.#opening,
      language: this.#cells.document.language,
      kernel: this.#kernel.view,
      variants: this.#variants.view,
      started: this.#runs.started,
      version: (cell) => this.#cells.version(cell),
      isTrusted: (cell) => this.#trust.showsTrusted(cell),
      prompt: (cell) => this.#prompts.view(cell),
      storedRun: (exec) => this.#history.get(exec)?.stored ?? null,
      waitingRun: (cell) => this.#results.waiting(cell.id, cell.source),
    });
  }
}
