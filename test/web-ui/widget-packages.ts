/** Whether tests can show widgets. It asserts nothing. */

import { spawnSync } from 'node:child_process';

let found: boolean | null = null;

/** The private environment has ipywidgets; another Python may lack them. */
export function hasWidgets(): boolean {
  const python = process.env.SLUICE_TEST_PYTHON;
  found ??= python === undefined || spawnSync(python, ['-c', 'import ipywidgets, tqdm']).status === 0;
  return found;
}
