/** The worker's side of a `WorkerProcess`: the program of a worker, without its work on notebooks. */

import { answerMessages } from '../../processes/index.ts';
import { messageOf, SluiceError } from '../../words/index.ts';
import type { FromWorker, NotebookToRun, StartMessage, ToWorker } from './worker-messages.ts';

/** Works on a notebook, and returns its result; `tell` gets progress messages. */
export type NotebookWork<Result> = (notebook: NotebookToRun, tell: (text: string) => void) => Promise<Result>;

/**
 * Answers as long as there are notebooks. `begin`: takes the settings, and returns the work, or throws a
 * SluiceError with the reason why it cannot.
 */
export function workOnNotebooks<Start extends StartMessage, Result>(
  begin: (start: Start) => Promise<NotebookWork<Result>>,
): void {
  let work: NotebookWork<Result> | null = null;
  answerMessages<ToWorker<Start>, FromWorker<Result>>(async (message, tell) => {
    if (!isStart<Start>(message)) {
      if (work === null) throw new Error('a notebook came before the options');
      return { type: 'result', result: await work(message as NotebookToRun, tell) };
    }
    try {
      work = await begin(message);
      return { type: 'ready' };
    } catch (error) {
      if (!(error instanceof SluiceError)) throw error;
      return { type: 'unavailable', message: error.message, code: error.exitCode };
    }
  }, bugOf);
  // the worker also gets a Ctrl-C, but its parent process decides
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
}

function isStart<Start extends StartMessage>(message: ToWorker<Start>): message is Start {
  return message.type === 'start';
}

function bugOf(error: unknown): Extract<FromWorker<never>, { readonly type: 'bug' }> {
  const trace = process.env.SLUICE_DEBUG && error instanceof Error ? ` ${error.stack}` : '';
  return { type: 'bug', message: `this is a bug in Sluice: ${messageOf(error)}${trace}` };
}
