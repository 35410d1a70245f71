/**
 * One execute request, from sending to its end. It does not interrupt, time out, or notice the death of a
 * kernel: the client does.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kernel, type KernelConnection, KernelMessage } from '@jupyterlab/services';
import type { JsonObject, OutputMessage } from './output.ts';
import { foldOutput, NO_OUTPUT } from './output-fold.ts';
import {
  errorMessage,
  type RunEnding,
  type RunError,
  type RunRequest,
  type RunResult,
  type RunStatus,
} from './run-result.ts';

/**
 * `reply lost`: the kernel sent the reply while the connection was broken. `no reply`: the kernel failed over
 * the request, and sent none.
 */
export type RunLoss = 'reply lost' | 'no reply';

/** Metadata of a request with the limit of its output (`instrument/agent/output/gate.py`). */
export function limitedOutput(limit: number, file?: string): JsonObject {
  return { sluice_output: { limit, file: file ?? null } };
}

/** Longer than a sent reply takes to arrive; and mostly longer than the message that a run is over. */
const REPLY_MS = 3_000;
const IDLE_MS = 5_000;

/** The text in outputs in place of a password. */
const HIDDEN_WORD = '········';

type ShellFuture = Kernel.IShellFuture<KernelMessage.IExecuteRequestMsg, KernelMessage.IExecuteReplyMsg>;

/** A run in progress. */
export class KernelRun {
  readonly requestId: string;
  /** Rejects if services gives the request up before a reply: the kernel restarted or died. */
  readonly reply: Promise<KernelMessage.IExecuteReplyMsg>;
  readonly #future: ShellFuture;
  readonly #request: RunRequest;
  #fold = NO_OUTPUT;
  #listenerFailure: { readonly error: unknown } | null = null;
  #reply: KernelMessage.IExecuteReplyMsg | null = null;
  #isIdle = false;
  #loss: RunLoss | null = null;
  #endsKernel = false;

  /**
   * `limit`: the limit of characters from the beginning of the output. Silent requests are Sluice's own, and
   * unlimited.
   */
  constructor(connection: KernelConnection, request: RunRequest, limit: number) {
    this.#request = request;
    const { code, silent = false, storeHistory = !silent, onInput, cellId, wholeTo } = request;
    const metadata = {
      ...request.metadata,
      ...(cellId === undefined ? {} : { cellId }),
      ...(silent ? {} : limitedOutput(limit, wholeTo)),
    };
    this.requestId = request.requestId ?? randomUUID();
    const message = KernelMessage.createMessage<KernelMessage.IExecuteRequestMsg>({
      msgType: 'execute_request',
      channel: 'shell',
      username: connection.username,
      session: connection.clientId,
      msgId: this.requestId,
      content: {
        code,
        silent,
        store_history: storeHistory,
        user_expressions: {},
        allow_stdin: onInput !== undefined,
        // A failing cell must not cancel queued requests: the plan decides about them.
        stop_on_error: false,
      },
      metadata: metadata as NonNullable<KernelMessage.IExecuteRequestMsg['metadata']>,
    });
    this.#future = connection.sendShellMessage(message, true) as ShellFuture;
    this.reply = this.#future.done.catch((error: unknown) => {
      if (this.#reply === null || this.#loss !== null) throw error;
      return this.#reply;
    });
    this.#future.onReply = (message) => {
      this.#reply = message;
      if (!this.#isIdle) void this.#awaitIdle(connection);
    };
    this.#future.onIOPub = (message) => {
      if (!KernelMessage.isStatusMsg(message) || message.content.execution_state !== 'idle') return;
      this.#isIdle = true;
      this.#awaitReply();
    };
    if (onInput !== undefined) this.#future.onStdin = (message) => this.#answer(message, connection, onInput);
  }

  /** Why the run was ended without a reply, though the kernel has finished it; null otherwise. */
  get loss(): RunLoss | null {
    return this.#loss;
  }

  /** Ends the run: the kernel has finished it, but no reply will come. */
  lose(loss: RunLoss): void {
    this.#loss = loss;
    this.#future.dispose();
  }

  /** For the client: takes each output whose parent is this request, in order of arrival. */
  receive(output: OutputMessage): void {
    this.#take(output);
  }

  /** The result after the kernel's answer. Rethrows an error from `onOutput`. */
  finish(reply: KernelMessage.IExecuteReplyMsg, timedOut: boolean): RunResult {
    const { content } = reply;
    if (content.status === 'ok') {
      this.#takePage(content.payload);
      this.#endsKernel = content.payload?.some(isExit) ?? false;
    }
    const executionCount = content.execution_count ?? null;
    if (content.status !== 'error') {
      return this.#result(content.status === 'ok' ? 'ok' : 'interrupted', null, executionCount, timedOut);
    }
    const error = this.#shownError(content);
    const status = content.ename === 'KeyboardInterrupt' ? 'interrupted' : 'error';
    return this.#result(status, error, executionCount, timedOut);
  }

  /**
   * An error; if displaying the cell's value raised it, ipykernel's reply has no name (`NoneType`), and the
   * output has it.
   */
  #shownError({ ename, evalue, traceback }: KernelMessage.IReplyErrorContent): RunError {
    const shown = this.#fold.outputs.findLast(({ output_type }) => output_type === 'error');
    return ename === 'NoneType' && shown?.output_type === 'error'
      ? { name: shown.ename, value: shown.evalue, traceback: shown.traceback }
      : { name: ename, value: evalue, traceback };
  }

  /** The result without an answer, with the outputs so far. */
  abandon({ status, error }: RunEnding, timedOut: boolean): RunResult {
    if (status === 'error') this.#take(errorMessage(error));
    return this.#result(status, error, null, timedOut);
  }

  #result(
    status: RunStatus,
    error: RunError | null,
    executionCount: number | null,
    timedOut: boolean,
  ): RunResult {
    if (this.#listenerFailure !== null) throw this.#listenerFailure.error;
    return {
      status,
      executionCount,
      outputs: this.#fold.outputs,
      fold: this.#fold,
      error,
      timedOut,
      requestId: this.requestId,
      replyMetadata: (this.#reply?.metadata ?? {}) as JsonObject,
      endsKernel: this.#endsKernel,
    };
  }

  #take(output: OutputMessage): void {
    this.#fold = foldOutput(this.#fold, output);
    try {
      this.#request.onOutput?.(output, this.#fold);
    } catch (error) {
      this.#listenerFailure ??= { error };
    }
  }

  /**
   * A kernel replies before it becomes idle; the two messages use different channels. A kernel with an error
   * in its own code does not reply.
   */
  #awaitReply(): void {
    if (this.#reply !== null) return;
    setTimeout(() => {
      if (this.#reply === null && !this.#future.isDisposed) this.lose('no reply');
    }, REPLY_MS).unref();
  }

  /**
   * Waits for the idle message. A kernel drops messages that nobody reads in time, including this one.
   * Because a kernel sends in order, an answer to a later question proves that no earlier message is still to
   * come.
   */
  async #awaitIdle(connection: KernelConnection): Promise<void> {
    while (!this.#isIdle && !this.#future.isDisposed) {
      await sleep(IDLE_MS, undefined, { ref: false });
      if (this.#isIdle || this.#future.isDisposed) return;
      const answered = connection.requestKernelInfo().then(
        () => true,
        () => false,
      );
      const isAnswered = await Promise.race([answered, sleep(IDLE_MS, false, { ref: false })]);
      if (isAnswered && !this.#isIdle && !this.#future.isDisposed) return this.#future.dispose();
    }
  }

  /** Makes an output of the text of `name?`, which comes with the reply, as JupyterLab does. */
  #takePage(payload: readonly unknown[] | undefined): void {
    const page = payload?.find(isPage);
    if (page === undefined) return;
    this.#take({ msg_type: 'display_data', content: { data: page.data, metadata: {} } });
  }

  /** Not awaited by the message loop: output must go on arriving while a person thinks. */
  #answer(
    message: KernelMessage.IStdinMessage,
    connection: KernelConnection,
    onInput: NonNullable<RunRequest['onInput']>,
  ): void {
    if (!KernelMessage.isInputRequestMsg(message)) return;
    const { prompt, password } = message.content;
    onInput({ prompt, password }).then(
      (value) => {
        // as on a terminal
        this.#take({
          msg_type: 'stream',
          content: { name: 'stdout', text: `${prompt}${password ? HIDDEN_WORD : value}\n` },
        });
        if (!connection.isDisposed) connection.sendInputReply({ status: 'ok', value }, message.header);
      },
      (error: unknown) => {
        this.#listenerFailure ??= { error };
        connection.interrupt().catch(() => {});
      },
    );
  }
}

function isExit(item: unknown): boolean {
  return isObject(item) && item.source === 'ask_exit' && item.keepkernel !== true;
}

function isPage(item: unknown): item is { readonly source: 'page'; readonly data: JsonObject } {
  return isObject(item) && item.source === 'page' && 'data' in item;
}

function isObject(item: unknown): item is Readonly<Record<string, unknown>> {
  return typeof item === 'object' && item !== null;
}
