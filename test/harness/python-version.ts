/** Versions of interpreters, for cases that need a newer one than some. */

import { execFileSync } from 'node:child_process';

/** Major and minor version of an interpreter. Throws when it does not run. */
export function versionOf(python: string): readonly number[] {
  const said = execFileSync(python, ['-c', 'import sys; print(*sys.version_info[:2])'], { encoding: 'utf8' });
  return said.split(' ').map(Number);
}

/** Whether a Python version (major, minor) is older than `needed` (such as `3.12`). */
export function isOlder([major = 0, minor = 0]: readonly number[], needed = '3.0'): boolean {
  const [a = 0, b = 0] = needed.split('.').map(Number);
  return major < a || (major === a && minor < b);
}
