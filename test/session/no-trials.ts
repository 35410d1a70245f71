/** For open notebooks of tests that run nothing elsewhere. */

import type { NotebookTrials } from '../../runtime/live/index.ts';
import { SluiceError } from '../../runtime/words/index.ts';

export const NO_TRIALS: NotebookTrials = {
  reproduce: async () => {
    throw new SluiceError('nothing is run again here');
  },
  sweep: async () => {
    throw new SluiceError('nothing is swept here');
  },
  prove: async () => {
    throw new SluiceError('nothing is proved here');
  },
};
