/**
 * A running kernel: executes code, carries comms, and reports its death. It does not know notebooks, cells'
 * texts or the agent; it does not own the server. The file stays whole: the state of the process decides each of
 * the class's requests, and how the runs in progress end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kernel, KernelConnection } from '@jupyterlab/services';
import { messageOf, SluiceError } from '../words/index.ts';
import { CommChannel, type CommOpening, type OnCommMessage } from './comm-channel.ts';
import { type CommRequest, type KernelComm, kernelCommOf, sendComm } from './comm-message.ts';
import { connectKernel } from './kernel-connection.ts';
import type { ClientHost } from './kernel-host.ts';
import { askComms, askKernel, type KernelAnswer, type KernelQuestion } from './kernel-questions.ts';
import { awaitAnswer, type KernelLanguage, restartWithin } from './kernel-readiness.ts';
import { KernelRun, limitedOutput } from './kernel-run.ts';
import { type KernelDeath, type KernelWatch, watchKernel } from './kernel-watch.ts';
import { Listeners } from './listeners.ts';
import type { JsonObject, OutputMessage } from './output.ts';
import { outputMessageOf, parentOf } from './output-message.ts';
import {
  type RunEnding,
  type RunRequest,
  type RunResult,
  refusedRun,
  runEnding,
  unsendable,
} from './run-result.ts';
import { deleteKernel, type KernelModel, renameNotebook, replayMissed } from './server-api.ts';
import { startTimeLimit, type TimeLimit } from './time-limit.ts';

/** Output after the end of its run, for example from a thread. */
export interface LateOutput {
  readonly requestId: string;
  readonly message: OutputMessage;
}

const START_MS = 60_000;
const [REPLACE_MS, REASON_MS] = [5_000, 2_000];
const ARRIVAL_MS = 1_000;
const REJOIN_MS = 20_000;

/** One kernel process after another, under one handle. */
export class KernelClient {
  readonly #host: ClientHost;
  readonly #runs = new Map<string, KernelRun>();
  readonly #comms = new Map<string, CommChannel>();
  readonly #deaths = new Listeners<string>();
  readonly #restarts = new Listeners<void>();
  readonly #lateOutputs = new Listeners<LateOutput>();
  readonly #kernelComms = new Listeners<KernelComm>();
  #divert: ((output: LateOutput) => boolean) | null = null;
  readonly #cleanUps: (() => Promise<void>)[] = [];
  #connection: KernelConnection;
  #watch: KernelWatch;
  #death: KernelDeath | null = null;
  /** Whether a cell has asked the kernel to end, which happens a moment later. */
  #isLeaving = false;
  #state: 'starting' | 'running' | 'restarting' | 'closed' = 'starting';
  #language: KernelLanguage = { name: '', version: '', info: null };

  /** Use {@link KernelClient.start}. */
  private constructor(host: ClientHost, model: KernelModel, joins = false) {
    this.#host = host;
    this.#connection = connectKernel(host.address, model, { ...host, joins });
    this.#watch = this.#attach();
  }

  /** Starts a kernel and waits until it answers. @throws {SluiceError} 3 when it does not. */
  static async start(host: ClientHost): Promise<KernelClient> {
    const client = new KernelClient(host, await host.launch());
    try {
      await client.#becomeReady(host.preparation);
    } catch (error) {
      await client.shutdown();
      throw error;
    }
    return client;
  }

  /** Joins a running kernel without changing it. @throws {SluiceError} 3 when it does not answer: it may be busy. */
  static async join(host: ClientHost, model: KernelModel): Promise<KernelClient> {
    const client = new KernelClient(host, model);
    try {
      await client.#becomeReady(null);
    } catch (error) {
      await client.leave();
      throw error;
    }
    return client;
  }

  /**
   * Comes back to a kept kernel, which may be busy. Its messages arrive after {@link replay}, so that runs in
   * progress, comms and listeners can be there before.
   */
  static rejoin(host: ClientHost, model: KernelModel, language: KernelLanguage): KernelClient {
    const client = new KernelClient(host, model, true);
    client.#language = language;
    client.#state = 'running';
    return client;
  }

  /**
   * Receives the messages that came while no client was there; of the run of the request `running` also
   * earlier ones. @throws {SluiceError} 3 when the server does not answer.
   */
  async replay(running: string | null): Promise<void> {
    const deadline = performance.now() + REJOIN_MS;
    while (this.#connection.connectionStatus !== 'connected') {
      if (this.#isGone || performance.now() > deadline)
        throw new SluiceError('the kernel that was kept does not answer', 3);
      await sleep(20);
    }
    await replayMissed(this.#host.address, this.id, running);
  }

  /** Notes that the kernel's notebook has another path. A missing server is no error. */
  async renamed(notebook: string): Promise<void> {
    if (this.#host.isKept && !this.#isGone)
      await renameNotebook(this.#host.address, this.id, notebook).catch(() => {});
  }

  /** The server's id of the kernel; changes when a dead kernel is restarted. */
  get id(): string {
    return this.#connection.id;
  }

  /** The kernel's language, from its kernel_info_reply. */
  get language(): KernelLanguage {
    return this.#language;
  }

  /** Why the kernel is dead, or null while it lives. Only {@link restart} revives it. */
  get death(): string | null {
    return this.#death?.reason ?? null;
  }

  /**
   * Runs code; requests queue in the kernel in the order of the calls. The call ends when the kernel has both
   * replied and become idle, so all output and comm messages of the run have been delivered by then. Failures
   * of the code and of the kernel are results; the call rejects only with an error from a callback.
   */
  async execute(request: RunRequest): Promise<RunResult> {
    if (this.#isLeaving) await this.#deathBefore(REASON_MS);
    const refusal = this.#isGone
      ? runEnding('died', 'KernelDied', this.death ?? 'the kernel has been shut down')
      : unsendable(request.code);
    if (refusal !== null) return refusedRun(refusal);
    const run = new KernelRun(this.#connection, request, this.#host.outputLimit);
    this.#runs.set(run.requestId, run);
    const limit = request.timeoutMs === undefined ? null : this.#limit(request.timeoutMs);
    const reply = await run.reply.then(
      (message) => message,
      () => null,
    );
    const ended = reply === null ? await this.#whyEnded(run) : null;
    limit?.stop();
    this.#runs.delete(run.requestId);
    const timedOut = limit?.isExpired ?? false;
    if (reply === null) return run.abandon(ended!, timedOut);
    const result = run.finish(reply, timedOut);
    this.#isLeaving ||= result.endsKernel;
    return result;
  }

  /**
   * Opens a comm to `targetName`, registered in the kernel. The comm ends with the kernel: reopen it
   * `onRestart`. `id`: its id. @throws {SluiceError} 3 when there is no such target.
   */
  async openComm(
    targetName: string,
    onMessage: OnCommMessage,
    { id, ...opening }: CommOpening & { readonly id?: string } = {},
  ): Promise<CommChannel> {
    const comm = new CommChannel(this.#connection, targetName, onMessage, id);
    this.#comms.set(comm.id, comm);
    await comm.open(opening);
    return comm;
  }

  /** Goes on with a comm that an earlier process has opened in this kernel. */
  adoptComm(id: string, targetName: string, onMessage: OnCommMessage): void {
    this.#comms.set(id, new CommChannel(this.#connection, targetName, onMessage, id));
  }

  /**
   * Sends to a comm opened by the kernel; resolves after the kernel has handled the message. @throws
   * {SluiceError} 3 when the kernel is dead, or ends first.
   */
  async sendToComm(
    comm: string,
    data: JsonObject,
    options: Pick<CommRequest, 'buffers' | 'messageId'> = {},
  ): Promise<void> {
    try {
      const metadata = limitedOutput(this.#host.outputLimit);
      const content = { comm_id: comm, data };
      await sendComm(this.#connection, { msgType: 'comm_msg', content, metadata, ...options });
    } catch {
      throw new SluiceError('the kernel ended before it handled a message to a widget', 3);
    }
  }

  /** The ids of the kernel's present comms to a target; empty if the kernel is dead, or ends before it answers. */
  async commsOf(targetName: string): Promise<readonly string[]> {
    if (this.#isGone) return [];
    return askComms(this.#connection, targetName).catch(() => []);
  }

  /** Completes or inspects code. Null if the kernel is dead, or ends before it answers. */
  async ask(question: KernelQuestion): Promise<KernelAnswer | null> {
    if (this.#isGone) return null;
    return askKernel(this.#connection, question).catch(() => null);
  }

  /** Raises KeyboardInterrupt in the running code. Does nothing if the kernel is dead. */
  async interrupt(): Promise<void> {
    if (this.#isGone) return;
    try {
      await this.#connection.interrupt();
    } catch (error) {
      if (this.#death === null)
        throw new SluiceError(`the kernel could not be interrupted: ${messageOf(error)}`, 3);
    }
  }

  /**
   * Replaces the kernel process by a new one, even if it is dead. Current runs end `interrupted`, comms
   * close. @throws {SluiceError} 3 when the new process does not start; the client is dead then.
   */
  async restart(): Promise<void> {
    if (this.#state === 'closed') throw new SluiceError('the kernel has been shut down', 3);
    this.#state = 'restarting';
    this.#watch.paused = true;
    this.#comms.clear();
    try {
      if (this.#connection.isDisposed) {
        const model = await this.#host.launch();
        // the server may be at another address now
        this.#connection = connectKernel(this.#host.address, model, { ...this.#host, joins: false });
      } else if (this.#death === null) {
        await restartWithin(this.#connection, START_MS);
      } // else the server has started a new kernel already
      this.#watch.stop();
      this.#watch = this.#attach();
      this.#death = null;
      await this.#becomeReady(this.#host.preparation);
    } catch (error) {
      this.#state = 'running';
      const reason = `the kernel could not be restarted: ${messageOf(error)}`;
      this.#die({ reason, isReplaced: false });
      throw new SluiceError(reason, 3);
    }
    this.#restarts.tell();
  }

  /** Shuts the kernel down and closes the connection. Safe to call twice. */
  async shutdown(): Promise<void> {
    if (this.#state === 'closed') return;
    // A server that is replacing a dead kernel loses a request to shut it down.
    if (this.#death?.isReplaced) await awaitAnswer(this.#connection, REPLACE_MS);
    await this.#close(() => deleteKernel(this.#host.address, this.id));
  }

  /** Closes the connection and leaves the kernel running. Safe to call twice. */
  async leave(): Promise<void> {
    if (this.#state !== 'closed') await this.#close();
  }

  /** Adds a step to the end of {@link shutdown} and {@link leave}. */
  onShutdown(cleanUp: () => Promise<void>): void {
    this.#cleanUps.push(cleanUp);
  }

  /** Calls `listener` with a reason when the kernel dies without a request. Returns a function to stop. */
  onDeath(listener: (reason: string) => void): () => void {
    return this.#deaths.add(listener);
  }

  /** Calls `listener` after each restart. Returns a function to stop. */
  onRestart(listener: () => void): () => void {
    return this.#restarts.add(listener);
  }

  /** Calls `listener` for output after the end of its run. Returns a function to stop. */
  onLateOutput(listener: (late: LateOutput) => void): () => void {
    return this.#lateOutputs.add(listener);
  }

  /** Calls `listener` for messages over comms opened by the kernel. Returns a function to stop. */
  onKernelComm(listener: (message: KernelComm) => void): () => void {
    return this.#kernelComms.add(listener);
  }

  /**
   * Calls `divert` with each output before its run gets it; true: the output is shown elsewhere, and does not
   * belong to the run.
   */
  divertOutputs(divert: (output: LateOutput) => boolean): void {
    this.#divert = divert;
  }

  get #isGone(): boolean {
    return this.#connection.isDisposed || this.#death !== null;
  }

  async #close(before: () => Promise<void> = async () => {}): Promise<void> {
    this.#state = 'closed';
    this.#watch.stop();
    await before();
    this.#connection.dispose();
    for (const cleanUp of this.#cleanUps) await cleanUp();
  }

  #attach(): KernelWatch {
    this.#connection.anyMessage.disconnect(this.#onMessage);
    this.#connection.anyMessage.connect(this.#onMessage);
    this.#connection.connectionStatusChanged.disconnect(this.#onReconnected);
    this.#connection.connectionStatusChanged.connect(this.#onReconnected);
    return watchKernel(this.#connection, this.#host, (death) => this.#die(death));
  }

  /**
   * Handles messages as they arrive. (services' later signals skip messages when the kernel dies, and send
   * messages with a display id to the run that made the display.)
   */
  readonly #onMessage = (_: unknown, { msg, direction }: Kernel.IAnyMessageArgs): void => {
    if (direction !== 'recv' || msg.channel !== 'iopub') return;
    for (const comm of this.#comms.values()) comm.receive(msg);
    const comm = kernelCommOf(msg);
    if (comm !== null && !this.#comms.has(comm.comm)) this.#kernelComms.tell(comm);
    const message = outputMessageOf(msg);
    if (message === null) return;
    const output = { requestId: parentOf(msg), message };
    if (this.#divert?.(output)) return;
    const run = this.#runs.get(output.requestId);
    if (run === undefined) this.#lateOutputs.tell(output);
    else run.receive(message);
  };

  async #becomeReady(preparation: string | null): Promise<void> {
    const language = await awaitAnswer(this.#connection, START_MS);
    if (language === null) {
      const reason = this.death ?? `it did not answer within ${START_MS / 1000} s`;
      const words = this.#host.lastWords();
      throw new SluiceError(`the kernel did not start: ${reason}${words === null ? '' : `: ${words}`}`, 3);
    }
    this.#language = language;
    this.#state = 'running';
    if (preparation !== null) await this.execute({ code: preparation, silent: true });
  }

  #die({ reason, isReplaced }: KernelDeath): void {
    if (this.#death !== null || this.#state === 'closed') return;
    const death = { reason: this.#isLeaving ? 'a cell has called exit() or quit()' : reason, isReplaced };
    this.#death = death;
    this.#isLeaving = false;
    this.#watch.stop();
    // Ends the waiting runs. (services does so itself when the server has replaced the kernel.)
    if (!death.isReplaced) this.#connection.dispose();
    this.#deaths.tell(death.reason);
  }

  #limit(timeoutMs: number): TimeLimit {
    const interrupt = () => void this.interrupt().catch(() => {});
    return startTimeLimit(timeoutMs, interrupt, () => {
      const reason = `it took longer than its limit of ${timeoutMs / 1000} s, and could not be interrupted`;
      this.#die({ reason, isReplaced: false });
      void deleteKernel(this.#host.address, this.id);
    });
  }

  async #whyEnded(run: KernelRun): Promise<RunEnding> {
    if (run.loss === 'reply lost')
      return runEnding('error', 'ReplyLost', 'the connection broke, and the end of this run was lost');
    if (run.loss === 'no reply') {
      const words = this.#host.lastWords();
      const log = words === null ? '' : `; what it has logged last: ${words}`;
      return runEnding('error', 'NoReply', `the kernel failed over this request${log}`);
    }
    if (this.#state === 'restarting')
      return runEnding('interrupted', 'KernelRestarted', 'the kernel was restarted');
    if (this.#state === 'closed')
      return runEnding('interrupted', 'KernelShutdown', 'the kernel was shut down');
    await this.#deathBefore(REASON_MS);
    return runEnding('died', 'KernelDied', this.death ?? 'the kernel died');
  }

  /**
   * Handles the end of a gap in the connection. The kernel answers in order, so an answer now proves the end
   * of all earlier runs. Results that do not arrive then were lost in the gap, and no run must wait for them.
   */
  readonly #onReconnected = async (_: unknown, status: Kernel.ConnectionStatus): Promise<void> => {
    const waiting = [...this.#runs.values()];
    if (status !== 'connected' || this.#state !== 'running' || waiting.length === 0) return;
    if ((await this.#connection.requestKernelInfo()) === undefined) return;
    await sleep(ARRIVAL_MS);
    for (const run of waiting) if (this.#runs.has(run.requestId)) run.lose('reply lost');
  };

  /** Waits for news of a death. */
  async #deathBefore(ms: number): Promise<void> {
    const deadline = performance.now() + ms;
    while (this.#death === null && performance.now() < deadline) await sleep(20);
  }
}
