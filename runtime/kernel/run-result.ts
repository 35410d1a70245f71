/** A request to run code, and its result. It sends nothing. */
import type { JsonObject, Output, OutputMessage } from './output.ts';
import { foldOutput, NO_OUTPUT, type OutputFold } from './output-fold.ts';

/** A cell's request for input, by `input()` or `getpass()`. */
export interface InputPrompt {
  readonly prompt: string;
  readonly password: boolean;
}

/** A request to run code. */
export interface RunRequest {
  readonly code: string;
  /** Travels as `metadata.cellId`, where IPython looks for the id. */
  readonly cellId?: string;
  /** Visible in the kernel as `get_parent()['metadata']`. */
  readonly metadata?: JsonObject;
  /** The id of the request. Default: a new one. */
  readonly requestId?: string;
  /** Hidden: no `In`, `Out`, `_`, history, result or execution count. Default false. */
  readonly silent?: boolean;
  /** Default: true unless silent. */
  readonly storeHistory?: boolean;
  /** A file, on the kernel's machine, for the whole output, including output beyond the limit. */
  readonly wholeTo?: string;
  /** Called for each output message of the run, with the outputs after it. */
  readonly onOutput?: (message: OutputMessage, fold: OutputFold) => void;
  /** Answers `input()`. Without this function, `input()` raises `StdinNotImplementedError` in the cell. */
  readonly onInput?: (prompt: InputPrompt) => Promise<string>;
  /**
   * The time limit in milliseconds from the call: then the kernel is interrupted, and if the run goes on,
   * shut down. Only for requests that do not queue behind others.
   */
  readonly timeoutMs?: number;
}

/** `interrupted`: a KeyboardInterrupt or a restart ended the run. `died`: the kernel died before its answer. */
export type RunStatus = 'ok' | 'error' | 'interrupted' | 'died';

/** Why a run did not end well. */
export interface RunError {
  readonly name: string;
  readonly value: string;
  /** Lines with ANSI colours; empty when the kernel died. */
  readonly traceback: readonly string[];
}

/** How a run ended. */
export interface RunResult {
  readonly status: RunStatus;
  /** The number in `In [n]`; null when the kernel did not say. */
  readonly executionCount: number | null;
  /** As nbformat stores them (in memory form). */
  readonly outputs: readonly Output[];
  /** The same, able to take later display updates. */
  readonly fold: OutputFold;
  readonly error: RunError | null;
  readonly timedOut: boolean;
  /** The Jupyter message id of the request. */
  readonly requestId: string;
  /** The metadata of the reply; empty where there was none. */
  readonly replyMetadata: JsonObject;
  /**
   * Whether the code has asked the kernel to end, with `exit()` or `quit()`: the kernel ends soon, and runs
   * nothing more.
   */
  readonly endsKernel: boolean;
}

/** The end of a run without the kernel's answer. */
export interface RunEnding {
  readonly status: Exclude<RunStatus, 'ok'>;
  readonly error: RunError;
}

/** An ending without a traceback. */
export function runEnding(status: RunEnding['status'], name: string, value: string): RunEnding {
  return { status, error: { name, value, traceback: [] } };
}

/** The result of a request that is not sent, with its error as its output. */
export function refusedRun({ status, error }: RunEnding): RunResult {
  const fold = status === 'error' ? foldOutput(NO_OUTPUT, errorMessage(error)) : NO_OUTPUT;
  const nothing = {
    executionCount: null,
    timedOut: false,
    requestId: '',
    replyMetadata: {},
    endsKernel: false,
  };
  return { ...nothing, status, error, fold, outputs: fold.outputs };
}

/** Half of a surrogate pair: such text cannot be sent, and Python could not read it. */
const HALF_CHARACTER = /\p{Surrogate}/u;

/** Why code cannot be sent to any kernel; null if it can. */
export function unsendable(code: string): RunEnding | null {
  const half = HALF_CHARACTER.exec(code)?.[0];
  if (half === undefined) return null;
  const written = `\\u${half.charCodeAt(0).toString(16)}`;
  return runEnding(
    'error',
    'UnicodeEncodeError',
    `the cell holds ${written}, half of a character; replace it`,
  );
}

/** An error as the output of a cell. */
export function errorMessage({ name, value, traceback }: RunError): OutputMessage {
  const shown = traceback.length > 0 ? traceback : [`${name}: ${value}`];
  return { msg_type: 'error', content: { ename: name, evalue: value, traceback: shown } };
}
