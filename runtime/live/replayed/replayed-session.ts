/**
 * A session from a file, which pages step through. It is shown without running; on request its steps run in
 * order on a kernel in a private copy of the folder, and give outputs, states and slices. It changes no file.
 */

import type { Exec, NotebookStatus, Slice } from '../../../slicer/index.ts';
import type { Output } from '../../kernel/index.ts';
import { type ReplayScript, Session, type TracedKernel, type TracedRun } from '../../session/index.ts';
import type { SessionEvent, SourceSession } from '../../sources/index.ts';
import { messageOf, SluiceError } from '../../words/index.ts';
import { RunHistory } from '../log/run-history.ts';
import type { Answer, Question } from '../messages/messages.ts';
import type { ReplayView, StepEnd } from '../messages/session-messages.ts';
import type { GatherProgress } from '../messages/slice-messages.ts';
import type { Listener, LiveNotebook, PageLine } from '../pages/live-notebook.ts';
import { Ongoing } from '../pages/ongoing.ts';
import { type DoneOperation, pageLine } from '../pages/page-line.ts';
import { gatherAnswer } from '../questions/gather-question.ts';
import { pastRunAnswer } from '../questions/history-questions.ts';
import { pastSliceAnswer } from '../questions/slice-questions.ts';
import { cellsAfter, stepsOf } from './session-steps.ts';

/** A kernel in a private copy of the session's folder. */
export interface SessionKernel {
  readonly kernel: TracedKernel;
  /** A text with the originals' paths in place of the copy's. */
  original(text: string): string;
  /** Ends the kernel and deletes the copy. */
  close(): Promise<void>;
}

/** The replay's view of its surroundings. */
export interface SessionHost {
  startReplay(events: readonly SessionEvent[]): Promise<SessionKernel>;
  /** Runs a script elsewhere and compares. */
  readonly replay: ReplayScript;
}

/** The replay in progress, and its results so far. */
interface Played {
  readonly place: SessionKernel;
  readonly session: Session;
  /** The results of its runs, up to a limit. */
  readonly history: RunHistory;
  /** The status after each step. */
  readonly statuses: NotebookStatus[];
  readonly ended: StepEnd[];
}

/** Steps are numbered as they come. */
const OWN_NAMES = {
  countOf: (exec: Exec) => exec,
  reasonsOf: ({ reasons }: Slice) => reasons,
};

const IDLE: ReplayView = { state: 'idle', played: 0, until: 0, reason: null };

/** A session open in pages. */
export class ReplayedSession implements LiveNotebook {
  readonly #events: readonly SessionEvent[];
  readonly #title: string;
  readonly #host: SessionHost;
  readonly #pages = new Set<Listener>();
  readonly #ongoing = new Ongoing();
  #replay: ReplayView = IDLE;
  #played: Played | null = null;
  /** Set by an interrupt: no further step begins. */
  #stopped = false;
  /** Counts resets, so that messages of an earlier replay are ignored. */
  #turn = 0;

  constructor(source: SourceSession, title: string, host: SessionHost) {
    this.#events = source.events;
    this.#title = title;
    this.#host = host;
  }

  connect(listener: Listener): PageLine {
    this.#pages.add(listener);
    const steps = stepsOf(this.#events);
    listener({ type: 'session', session: { title: this.#title, steps, replay: this.#replay } });
    listener({ type: 'replay', replay: this.#replay, ended: this.#played?.ended ?? [], reset: true });
    return pageLine(listener, {
      ongoing: this.#ongoing,
      answer: (...asked) => this.#answer(...asked),
      operate: (operation) => this.#operate(operation),
      left: () => this.#pages.delete(listener),
    });
  }

  async close(): Promise<void> {
    this.#turn += 1;
    const played = this.#played;
    this.#played = null;
    await played?.place.close();
  }

  async #operate(operation: DoneOperation): Promise<void> {
    if (operation.op === 'replay') await this.#play(operation.until);
    else if (operation.op === 'replay-reset') await this.#reset();
    else if (operation.op === 'interrupt') {
      this.#stopped = true;
      await this.#played?.place.kernel.client.interrupt();
    } else throw new SluiceError('a session from a file is only looked at');
  }

  async #play(until: number): Promise<void> {
    const wanted = Math.min(until, this.#events.length);
    if (this.#isBusy() || wanted <= this.#replay.played) return;
    const turn = this.#turn;
    this.#stopped = false;
    this.#tell({
      ...this.#replay,
      state: this.#played === null ? 'starting' : 'running',
      until: wanted,
      reason: null,
    });
    try {
      const played = this.#played ?? (await this.#start());
      if (turn !== this.#turn) return await played.place.close();
      this.#played = played;
      while (!this.#stopped && played.statuses.length < wanted) {
        const step = played.statuses.length;
        const at = Date.now();
        const { run, status } = await played.session.apply(this.#events[step]!);
        if (turn !== this.#turn) return;
        if (run !== null) keep(played, run, at);
        played.statuses.push(status);
        const ended = run && { step: step + 1, status: run.record.status, ms: run.ms.run };
        if (ended !== null) played.ended.push(ended);
        this.#tell(
          { state: 'running', played: step + 1, until: wanted, reason: null },
          ended === null ? [] : [ended],
        );
      }
      const reason = this.#stopped ? 'interrupted' : null;
      this.#tell({ ...this.#replay, state: 'idle', reason });
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#tell({ ...this.#replay, state: 'failed', reason: messageOf(error) });
    }
  }

  async #start(): Promise<Played> {
    const place = await this.#host.startReplay(this.#events);
    return { place, session: new Session(place.kernel), history: new RunHistory(), statuses: [], ended: [] };
  }

  async #reset(): Promise<void> {
    await this.close();
    this.#tell(IDLE, [], true);
  }

  #isBusy(): boolean {
    return this.#replay.state === 'starting' || this.#replay.state === 'running';
  }

  #tell(replay: ReplayView, ended: readonly StepEnd[] = [], reset = false): void {
    this.#replay = replay;
    for (const page of this.#pages) page({ type: 'replay', replay, ended, reset });
  }

  async #answer(question: Question, from: Listener): Promise<Answer> {
    if (question.ask === 'step') {
      const cells = cellsAfter(this.#events, question.step);
      return { to: 'step', cells, marks: this.#played?.statuses[question.step - 1] ?? null };
    }
    if (question.ask === 'past-run') return this.#pastRun(question.exec);
    const { session, place, history } = this.#needPlayed();
    const { graph, executions, kernel } = session;
    if (question.ask === 'past-slice') {
      const { exec, direction, level } = question;
      return pastSliceAnswer(graph, exec, direction, level, OWN_NAMES);
    }
    if (question.ask !== 'gather' || question.of.type !== 'execution') {
      throw new SluiceError('a session from a file has no answer to that');
    }
    if (this.#isBusy()) throw new SluiceError('the session is being replayed; gather when it has stopped');
    const { of, level, run } = question;
    const answer = await this.#ongoing.work(from, question.id, (signal) => {
      const tell = (progress: GatherProgress) => from({ type: 'progress', id: question.id, progress });
      const runOf = (exec: Exec) => history.gathered(exec);
      const source = { graph, executions, kernel, runOf, nameOf: (cell: string) => session.nameOf(cell) };
      return gatherAnswer(source, of, { level, run }, { replay: this.#host.replay, tell, signal });
    });
    return JSON.parse(place.original(JSON.stringify(answer))) as Answer;
  }

  /** The code of an execution; its outputs if it has been played. */
  #pastRun(exec: Exec): Answer {
    const played = this.#played;
    const event = this.#events.filter(({ type }) => type === 'run')[exec - 1];
    if (event?.type !== 'run') throw new SluiceError(`there is no run ${exec} in this session`);
    const kept = played?.history.get(exec);
    if (played === null || kept === undefined) return pastRunAnswer(event.source, [], true);
    const text = played.place.original(JSON.stringify(kept.outputs));
    return pastRunAnswer(event.source, JSON.parse(text) as readonly Output[] | null, true);
  }

  #needPlayed(): Played {
    if (this.#played === null) throw new SluiceError('replay the session up to here first');
    return this.#played;
  }
}

/** Keeps a run in the history, which drops old outputs, and not in the session, which would not. */
function keep({ session, history }: Played, run: TracedRun, at: number): void {
  history.add(run, at);
  session.forget(run.record.exec);
}
