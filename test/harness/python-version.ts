/** Versions of interpreters and what is installed there, for cases that need a newer one than some, or a library. */

import { execFileSync } from 'node:child_process';

/** Major and minor version of an interpreter. Throws when it does not run. */
export function versionOf(python: string): readonly number[] {
  const said = execFileSync(python, ['-c', 'import sys; print(*sys.version_info[:2])'], { encoding: 'utf8' });
  return said.split(' ').map(Number);
}

/** Whether a Python version (major, minor) lacks what `needed` (such as `3.12`) has. */
export function isOlder([major = 0, minor = 0]: readonly number[], needed = '3.0'): boolean {
  const [a = 0, b = 0] = needed.split('.').map(Number);
  return major < a || (major === a && minor < b);
}

/** Those of the modules that are not installed for an interpreter. */
export function missingModules(python: string, names: readonly string[]): string[] {
  const code = `import importlib.util, json, sys
print(json.dumps([name for name in sys.argv[1:] if importlib.util.find_spec(name) is None]))`;
  return JSON.parse(execFileSync(python, ['-c', code, ...new Set(names)], { encoding: 'utf8' })) as string[];
}
