/** The modules missing in a Python: cases that need these are skipped. None is imported. */

import { execFileSync } from 'node:child_process';

const CODE = `import importlib.util, json, sys
print(json.dumps([name for name in sys.argv[1:] if importlib.util.find_spec(name) is None]))`;

/** Those among `names` that `python` cannot find. */
export function missingModules(python: string, names: readonly string[]): ReadonlySet<string> {
  const found = execFileSync(python, ['-c', CODE, ...new Set(names)], { encoding: 'utf8' });
  return new Set(JSON.parse(found) as string[]);
}
