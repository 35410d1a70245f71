/**
 * Finds a Python on the machine for making the private environment. It does not look into virtual
 * environments outside of the PATH.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter } from 'node:path';
import { programFile } from '../platform/index.ts';
import { SluiceError } from '../words/index.ts';
import { inspectPython, isSupported, type PythonFacts, SUPPORTED, versionText } from './inspect-python.ts';

/** In order of preference: the default Python first, then the newest one. */
export const PYTHON_NAMES = [
  'python3',
  'python3.14',
  'python3.13',
  'python3.12',
  'python3.11',
  'python3.10',
  'python',
] as const;

/**
 * The first supported Python on `searchPath` (default: PATH) with support for virtual environments. Every
 * candidate is really run, because version managers leave shims that exist and fail, and `python3` may be
 * old. @throws {SluiceError} 3, with the candidates found and the way to install the missing part.
 */
export async function findPython(searchPath = process.env.PATH ?? ''): Promise<PythonFacts> {
  const rejected: PythonFacts[] = [];
  for (const file of candidates(searchPath)) {
    const facts = await inspectPython(file);
    if (facts === null) continue;
    if (isSupported(facts) && facts.hasVenv) return facts;
    rejected.push(facts);
  }
  throw new SluiceError(explain(rejected), 3);
}

function* candidates(searchPath: string): Generator<string> {
  const directories = searchPath.split(delimiter).filter((directory) => directory !== '');
  for (const name of PYTHON_NAMES) {
    for (const directory of directories) {
      const file = programFile(directory, name);
      if (isExecutable(file)) yield file;
    }
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function explain(rejected: readonly PythonFacts[]): string {
  const withoutVenv = rejected.find(isSupported);
  if (withoutVenv !== undefined) {
    const [major, minor] = withoutVenv.version;
    return (
      `${withoutVenv.path} (Python ${versionText(withoutVenv)}) cannot create virtual environments: ` +
      `install its venv module (Debian, Ubuntu: apt install python${major}.${minor}-venv) and run again`
    );
  }
  const old = rejected[0];
  const found = old === undefined ? 'none was found' : `found only ${versionText(old)} (${old.path})`;
  return `Sluice needs Python on the PATH (${SUPPORTED}), and ${found}: install it (python.org, or your package manager) and run again`;
}
