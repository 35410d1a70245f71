/** The thread that checks open notebooks, one after the other, beside the server. */

import { parentPort } from 'node:worker_threads';
import { collectWhenIdle } from '../processes/index.ts';
import { SluiceError } from '../words/index.ts';
import type { FromCheck, ToCheck } from './check-messages.ts';
import { OpenNotebookChecks } from './check-open-notebook.ts';

/** One check of a large notebook leaves garbage, which the thread would hold until it ends. */
const WORTH_MS = 200;

const checks = new OpenNotebookChecks();
let last: Promise<void> = Promise.resolve();

async function answer({ id, mend, ...notebook }: ToCheck): Promise<FromCheck> {
  try {
    if (mend !== null) return { id, fix: await checks.mend(notebook, mend) };
    return { id, ...(await checks.problems(notebook)) };
  } catch (error) {
    if (error instanceof SluiceError) return { id, failure: error.message };
    throw error;
  }
}

collectWhenIdle(WORTH_MS);
parentPort?.on('message', (asked: ToCheck) => {
  last = last.then(async () => parentPort?.postMessage(await answer(asked)));
});
