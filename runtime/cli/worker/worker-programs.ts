/** The programs that work on notebooks, by name. It starts none. */

import { builtFile } from '../../../instrument/index.ts';
import { ENDS_ALL } from '../../kernel/index.ts';
import type { ProgramName } from '../../research/index.ts';

/** A program, and its variables besides the ones of this process. */
export interface Program {
  readonly main: string;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * All processes started by notebooks end with them. `!pip install` in a notebook only reports its actions,
 * because the environment belongs to the user and to later notebooks.
 */
const KEEPS_NOTHING = {
  [ENDS_ALL]: '1',
  PIP_DRY_RUN: '1',
  CONDA_DRY_RUN: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
};

export const WORKER_PROGRAMS: Readonly<Record<ProgramName, Program>> = {
  reproduce: { main: builtFile('runtime/cli/reproduce/reproduce-worker.js'), environment: KEEPS_NOTHING },
  study: { main: builtFile('runtime/cli/study/study-worker.js'), environment: {} },
};
