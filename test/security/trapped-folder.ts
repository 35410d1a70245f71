/**
 * A folder with modules that report their import, with names that Python, IPython and Sluice could look for there. It asserts
 * nothing.
 */

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Folder, makeFolder } from '../cli/sluice.ts';

const NAMES = [
  ...['warnings', 'types', 'linecache', 'runpy', 'encodings', 'sitecustomize', 'usercustomize', 'contextlib'],
  ...['ipykernel_launcher', 'ipykernel', 'IPython', 'traitlets', 'zmq', 'tornado', 'comm', 'jedi', 'parso'],
  ...['matplotlib_inline', 'psutil', 'pygments', 'stack_data', 'numpy', 'pandas', 'black', 'ruff', 'venv'],
  ...['ipython_config', 'ipython_kernel_config', 'jupyter_config', 'hold_back'],
];

/** The folder; its module `beside` is meant to be imported. */
export interface TrappedFolder extends Folder {
  /** The imported modules. */
  sprung(): string;
  /** Takes the traps away. */
  disarm(): void;
}

export function trappedFolder(): TrappedFolder {
  const folder = makeFolder({ 'beside.py': 'def double(x):\n    return 2 * x\n' });
  const note = join(folder.path, 'SPRUNG');
  const traps = NAMES.map((name) =>
    folder.write(`${name}.py`, `with open(${JSON.stringify(note)}, 'a') as f:\n    f.write('${name} ')\n`),
  );
  return {
    ...folder,
    sprung: () => (existsSync(note) ? readFileSync(note, 'utf8') : ''),
    disarm: () => {
      for (const trap of traps) rmSync(trap);
    },
  };
}
