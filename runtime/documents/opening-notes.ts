/** What people are told when a notebook is opened: that it had to be mended, and that it names another kernel than it runs on. */

import type { Notebook } from './notebook.ts';

/** What was mended in a notebook so that it can be read; null: nothing. `name`: what it is called. */
export function mendedNote({ mended }: Pick<Notebook, 'mended'>, name: string): string | null {
  return mended === null ? null : `${name} was mended to be read: ${mended}; saving it writes that too`;
}

/**
 * That a notebook names another kernel than the one it runs on; null: it names none, or one that says no more than that it runs Python 3.
 * `runs`: the version of Python that it runs on, the name of that kernel where one was chosen, and its interpreter where it is known.
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

/** Whether a kernel's name is only "Python", with as much of a version as it says: `python3`, `python3.11`, `python311`. */
function isVersion(kernel: string, version: string): boolean {
  const [, major, minor] = /^i?python(\d)?\.?(\d+)?$/i.exec(kernel) ?? [null, null, null];
  if (major === null) return false;
  const [runsMajor, runsMinor] = version.split('.');
  return (major === undefined || major === runsMajor) && (minor === undefined || minor === runsMinor);
}
