/** For open notebooks of tests that check nothing. */

import { SluiceError } from '../../runtime/errors.ts';
import type { NotebookChecker } from '../../runtime/live/index.ts';

export const NO_CHECKER: NotebookChecker = {
  check: async () => ({ problems: [], awaited: [] }),
  mend: async () => {
    throw new SluiceError('nothing is mended here');
  },
};
