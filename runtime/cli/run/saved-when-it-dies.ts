/** Saves the outputs of cells before it reports that their kernel has died, and before a signal ends the process. */

import { KernelDied } from '../../session/index.ts';
import { SluiceError } from '../../words/index.ts';
import { closeAtEnd } from '../terminal/end-process.ts';

/** Runs an action with a kernel. `save`: saves the outputs so far, and returns the file; null: it could not. */
export async function savedWhenItDies<T>(action: () => Promise<T>, save: () => string | null): Promise<T> {
  let runs = true;
  // Ctrl-C and the like
  closeAtEnd(async () => {
    if (runs) save();
  });
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof KernelDied)) throw error;
    const file = save();
    throw file === null ? error : new SluiceError(`${error.message}; saved ${file} as far as it ran`, 3);
  } finally {
    runs = false;
  }
}
