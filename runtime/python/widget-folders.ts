/**
 * Asks an interpreter for the folders with the code of its widgets (`share/jupyter/nbextensions`). It reads
 * none of this code.
 */
import { dirname, join } from 'node:path';
import { checkJson, findPackageRoot, list, text } from '../../instrument/index.ts';
import { runProgram } from './run-python.ts';

const SCRIPT = join(findPackageRoot(), 'runtime', 'python', 'widget_folders.py');

const known = new Map<string, Promise<readonly string[]>>();

/** The folders, the first one first; empty if the interpreter does not run. */
export async function widgetFolders(python: string): Promise<readonly string[]> {
  const asked = known.get(python) ?? ask(python);
  known.set(python, asked);
  const found = await asked;
  // the interpreter did not run
  if (found.length === 0) known.delete(python);
  return found;
}

async function ask(python: string): Promise<readonly string[]> {
  const { stdout } = await runProgram(python, [SCRIPT], { timeoutMs: 20_000, cwd: dirname(SCRIPT) });
  const found = checkJson(list(text), stdout);
  return found.type === 'ok' ? found.value : [];
}
