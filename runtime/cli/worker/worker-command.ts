/**
 * `sluice worker`: works on notebooks for a cluster. Lines of JSON come in on standard input (the settings,
 * then notebooks) and go out on standard output (an answer for each notebook). It ends with its input, or
 * after a minute without a notebook.
 */

import { createInterface } from 'node:readline';
import { makeRunFolder, removeRunFolder } from '../../processes/index.ts';
import {
  type NotebookToRun,
  NotebookWorker,
  PROGRAMS,
  type WorkerAnswer,
  type WorkerStart,
} from '../../research/index.ts';
import { SluiceError } from '../../words/index.ts';
import { closeAtEnd } from '../terminal/end-process.ts';
import { protocolStreams, writeJson } from '../terminal/terminal.ts';
import { WORKER_PROGRAMS } from './worker-programs.ts';

/** The client of the cluster is gone, or has nothing to do. */
const IDLE_MS = 60_000;

/** Runs the command; returns the exit code. */
export async function work(): Promise<number> {
  const folder = makeRunFolder();
  process.once('exit', () => removeRunFolder(folder));
  const lines = createInterface({ input: protocolStreams('a cluster').input });
  let worker: NotebookWorker<unknown> | null = null;
  closeAtEnd(async () => worker?.close());
  let idle = setTimeout(() => lines.close(), IDLE_MS);
  for await (const line of lines) {
    clearTimeout(idle);
    const message = messageIn(line);
    if (message.type === 'start') {
      await worker?.close();
      const { program, limitMs, start } = message;
      worker = new NotebookWorker({ ...WORKER_PROGRAMS[program], start, limitMs, folder });
    } else if (worker === null) throw new SluiceError('sluice worker: a notebook came before the settings');
    else writeJson(`${JSON.stringify(await answerOf(worker, message))}\n`);
    idle = setTimeout(() => lines.close(), IDLE_MS);
  }
  clearTimeout(idle);
  return 0;
}

async function answerOf(
  worker: NotebookWorker<unknown>,
  notebook: NotebookToRun,
): Promise<WorkerAnswer<unknown>> {
  try {
    return await worker.run(notebook, () => {});
  } catch (error) {
    if (error instanceof SluiceError) return { type: 'unavailable', message: error.message };
    throw error;
  }
}

function messageIn(line: string): WorkerStart | ({ readonly type: 'run' } & NotebookToRun) {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    throw new SluiceError('sluice worker: a line is no JSON');
  }
  const { type, program, path, file } = Object(message) as Record<string, unknown>;
  const isStart = type === 'start' && PROGRAMS.some((name) => name === program);
  if (isStart || (type === 'run' && typeof path === 'string' && typeof file === 'string'))
    return message as WorkerStart;
  throw new SluiceError('sluice worker: a line is neither settings nor a notebook');
}
