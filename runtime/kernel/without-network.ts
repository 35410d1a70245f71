/**
 * Finds a way to start kernels without a network, if the system allows it: Linux, and a user with the right
 * to make namespaces. It starts none.
 */

import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import { whyLacking } from '../platform/index.ts';
import { chooseServerPython, type OnProgress, runProgram } from '../python/index.ts';

const TRY_MS = 20_000;

/**
 * The program that starts a kernel; or a text with the reason why there is none. `own`: the interpreter of
 * the kernels.
 */
export async function withoutNetwork(
  onProgress: OnProgress,
  own?: string,
): Promise<readonly string[] | string> {
  const lacking = whyLacking('network namespaces');
  if (lacking !== null) return lacking;
  const python = await chooseServerPython(own, onProgress);
  const args = ['-I', '-S', join(findPackageRoot(), 'runtime', 'kernel', 'no_network.py')];
  const { code, stderr, failure } = await runProgram(python, [...args, '--check'], { timeoutMs: TRY_MS });
  if (code === 0) return [python, ...args];
  return failure ?? stderr.trim().split('\n').at(-1) ?? 'the system does not allow it';
}
