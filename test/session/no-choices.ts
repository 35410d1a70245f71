/** For notebooks of tests, whose Python nobody chooses. */

import type { NotebookHost } from '../../runtime/live/index.ts';

export const NO_CHOICES: Pick<NotebookHost, 'kernelChoices' | 'rememberKernel' | 'widgetCode'> = {
  widgetCode: async () => null,
  kernelChoices: async () => ({ choices: [], current: 'default' }),
  rememberKernel: async () => {
    throw new Error('there is no choice');
  },
};
