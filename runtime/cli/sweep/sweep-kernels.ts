/** Kernels of sweeps: each in a private copy of the notebook's folder. */

import type { Notebook } from '../../documents/index.ts';
import type { JobKernel } from '../../research/index.ts';
import { fromNotebook } from '../../sources/index.ts';
import type { Workplace } from '../workplace/workplace.ts';

/** Starts a kernel in a new copy of the folder. */
export async function openSweepKernel(workplace: Workplace, notebook: Notebook): Promise<JobKernel> {
  const copy = await workplace.copy(fromNotebook(notebook).events);
  const kernel = await workplace.kernel(copy);
  workplace.sayOtherKernel(notebook, kernel);
  return {
    kernel,
    original: copy.original,
    close: async () => {
      await workplace.closeKernel(kernel).catch(() => {});
      await workplace.removeCopy(copy);
    },
  };
}
