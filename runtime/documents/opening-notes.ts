/** Notes for people when a notebook is opened: its repairs, and a kernel other than the one it names. */

import type { Notebook } from './notebook.ts';

/** The note on repairs of a notebook; null: none. `name`: the notebook's name. */
export function mendedNote({ mended }: Pick<Notebook, 'mended'>, name: string): string | null {
  return mended === null ? null : `${name} was mended to be read: ${mended}; saving it writes that too`;
}

/**
 * The note on a notebook that names another kernel than its present one; null: it names none, or one known
 * only as Python 3. `runs`: the present version of Python, the name of a chosen kernel, and the interpreter
 * if known.
 */
export function otherKernelNote(
  named: string | null,
  name: string,
  runs: {
    readonly version: string;
    readonly kernelName?: string | undefined;
    readonly python?: string | null;
  },
): string | null {
  if (named === null || named === '' || named === runs.kernelName || isVersion(named, runs.version))
    return null;
  const place = runs.python == null ? '' : ` (${runs.python})`;
  return `${name} is for the kernel "${named.slice(0, 100)}"; it runs on Python ${runs.version}${place} instead`;
}

/** Whether a kernel's name is only "Python", perhaps with a matching version: `python3`, `python3.11`, `python311`. */
function isVersion(kernel: string, version: string): boolean {
  const [, major, minor] = /^i?python(\d)?\.?(\d+)?$/i.exec(kernel) ?? [null, null, null];
  if (major === null) return false;
  const [runsMajor, runsMinor] = version.split('.');
  return (major === undefined || major === runsMajor) && (minor === undefined || minor === runsMinor);
}
