/** For open notebooks of tests that check nothing. */

import type { NotebookChecker } from '../../runtime/live/index.ts';
import { SluiceError } from '../../runtime/words/index.ts';

export const NO_CHECKER: NotebookChecker = {
  check: async () => ({ problems: [], awaited: [] }),
  mend: async () => {
    throw new SluiceError('nothing is mended here');
  },
};
