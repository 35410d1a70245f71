/** A process of `sluice study notebooks` that measures notebooks, one at a time, for the process that started it. It prints no results. */

import { Libraries, Projects } from '../../checking/index.ts';
import { messageOf, SluiceError } from '../../errors.ts';
import type { FromWorker, StartMessage, ToWorker } from '../../reproduce/index.ts';
import type { AnalysedNotebook } from './analysed-notebook.ts';
import { readAnnotations } from './annotations.ts';
import { type Measuring, measureNotebook } from './measure-notebook.ts';

/** How it is to work. */
export interface AnalysisStart extends StartMessage {
  /** Stub files of the user's. */
  readonly effects: readonly string[];
  /** A file of annotations; null: there are none. */
  readonly annotations: string | null;
}

type Answer = FromWorker<AnalysedNotebook>;

let measuring: Measuring | null = null;

/** Milliseconds of processor time that this process has used: it does nothing else meanwhile. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function answerTo(message: ToWorker<AnalysisStart>): Promise<Answer> {
  if (message.type === 'run') {
    if (measuring === null) throw new Error('a notebook came before the options');
    return { type: 'result', result: await measureNotebook(message.file, message.path, measuring) };
  }
  const { effects, annotations } = message;
  try {
    measuring = {
      libraries: new Libraries(effects),
      projects: new Projects(),
      annotations: annotations === null ? new Map() : readAnnotations(annotations),
      now: processorMs,
    };
    return { type: 'ready' };
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return { type: 'unavailable', message: error.message, code: error.exitCode };
  }
}

function tell(answer: Answer): void {
  if (process.connected) process.send?.(answer);
}

process.on('message', (message: ToWorker<AnalysisStart>) => {
  answerTo(message).then(tell, (error: unknown) => {
    const trace = process.env.SLUICE_DEBUG && error instanceof Error ? ` ${error.stack}` : '';
    tell({ type: 'bug', message: `this is a bug in Sluice: ${messageOf(error)}${trace}` });
  });
});
// Ctrl-C reaches it as well, and is for the process that started it to decide about
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});
process.on('disconnect', () => process.exit(0));
