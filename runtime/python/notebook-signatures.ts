/** Whether a person trusts a notebook, as Jupyter keeps it: signatures in its data folder, read and written by nbformat. */

import { existsSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import { runProgram } from './run-python.ts';

const LIMIT_MS = 30_000;

/** Signatures of notebooks, by the path of the file and the SHA-256 of what it is thought to hold: of something else there is none. */
export interface NotebookSignatures {
  /** False also when there is no telling. */
  isSigned(path: string, hash: string): Promise<boolean>;
  /** `onlyIfKnown`: not when this person has never signed a notebook, here or in Jupyter. Failures leave it unsigned. */
  sign(path: string, hash: string, onlyIfKnown: boolean): Promise<void>;
}

/** Signatures by a Python that has nbformat. */
export function notebookSignatures(python: () => Promise<string>): NotebookSignatures {
  const script = join(findPackageRoot(), 'runtime', 'python', 'notebook_signatures.py');
  const run = async (...args: readonly string[]): Promise<string> => {
    // -I: no module beside a notebook may stand in for nbformat
    const { stdout } = await runProgram(await python(), ['-I', script, ...args], { timeoutMs: LIMIT_MS });
    return stdout.trim();
  };
  return {
    isSigned: async (path, hash) => hasSigned() && (await run('check', hash, path).catch(() => '')) === 'yes',
    sign: async (path, hash, onlyIfKnown) => {
      if (onlyIfKnown && !hasSigned()) return;
      await run('sign', hash, path, ...(onlyIfKnown ? ['--known'] : [])).catch(() => {});
    },
  };
}

/** Whether this person may ever have signed a notebook. A Python that looks for it takes seconds, also at the end of all. */
function hasSigned(env: NodeJS.ProcessEnv = process.env): boolean {
  // then Jupyter looks where only it knows
  if (env.JUPYTER_PLATFORM_DIRS) return true;
  return existsSync(join(env.JUPYTER_DATA_DIR || dataFolder(env), 'nbsignatures.db'));
}

function dataFolder(env: NodeJS.ProcessEnv): string {
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Jupyter');
  if (platform() === 'win32') return join(env.APPDATA || homedir(), 'jupyter');
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'jupyter');
}
