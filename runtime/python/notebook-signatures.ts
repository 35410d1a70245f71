/**
 * Whether a person trusts a notebook, as Jupyter stores it: signatures in its data folder, read and written
 * by nbformat.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import { jupyterDataFolder } from '../platform/index.ts';
import { runProgram } from './run-python.ts';

const LIMIT_MS = 30_000;

/**
 * Signatures of notebooks, by the path of the file and the SHA-256 of its expected content: other content has
 * no signature.
 */
export interface NotebookSignatures {
  /** False also if unknown. */
  isSigned(path: string, hash: string): Promise<boolean>;
  /**
   * Signs the notebook. `onlyIfKnown`: only if this person has ever signed a notebook, here or in Jupyter.
   * Failures leave it unsigned.
   */
  sign(path: string, hash: string, onlyIfKnown: boolean): Promise<void>;
}

/** Signatures made by a Python with nbformat. */
export function notebookSignatures(python: () => Promise<string>): NotebookSignatures {
  const script = join(findPackageRoot(), 'runtime', 'python', 'notebook_signatures.py');
  const run = async (...args: readonly string[]): Promise<string> => {
    // -I: no module beside a notebook can replace nbformat
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

/** Whether this person may ever have signed a notebook. The check avoids starting a Python, which takes seconds. */
function hasSigned(env: NodeJS.ProcessEnv = process.env): boolean {
  // in this case only Jupyter knows the folder
  if (env.JUPYTER_PLATFORM_DIRS) return true;
  return existsSync(join(env.JUPYTER_DATA_DIR || jupyterDataFolder(env), 'nbsignatures.db'));
}
