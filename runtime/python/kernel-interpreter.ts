/**
 * Decides which Python runs the user's cells if no installed kernel is named. It only asks the interpreter a
 * short question.
 */
import { existsSync } from 'node:fs';
import { pythonIn } from '../platform/index.ts';
import { SluiceError } from '../words/index.ts';
import { inspectPython, isSupported, SUPPORTED, versionText } from './inspect-python.ts';
import { ensurePrivatePython, ensureServerPython, type OnProgress } from './private-environment.ts';

/** An interpreter with ipykernel, and its origin. */
export interface KernelInterpreter {
  readonly path: string;
  readonly origin: 'option' | 'active environment' | 'private environment';
}

/**
 * `python` if given; otherwise the Python of the active virtual or conda environment if it has ipykernel;
 * otherwise the private environment's, which is made if missing. @throws {SluiceError} 3 when `python` cannot
 * run kernels, or the private environment cannot be made.
 */
export async function chooseInterpreter(
  python: string | undefined,
  onProgress: OnProgress,
  env: NodeJS.ProcessEnv = process.env,
): Promise<KernelInterpreter> {
  if (python !== undefined) return { path: await checkInterpreter(python), origin: 'option' };
  for (const prefix of [env.VIRTUAL_ENV, env.CONDA_PREFIX]) {
    if (!prefix) continue;
    const path = pythonIn(prefix);
    const facts = existsSync(path) ? await inspectPython(path) : null;
    // The path as the environment spells it: `sys.executable` behind a symlink would lose the environment.
    if (facts?.hasIpykernel && isSupported(facts)) return { path, origin: 'active environment' };
  }
  return { path: await ensurePrivatePython(onProgress), origin: 'private environment' };
}

/**
 * The Python for Sluice's own work beside kernels of {@link chooseInterpreter}, such as the embedded server.
 * It makes no larger environment than needed. @throws {SluiceError} 3
 */
export async function chooseServerPython(
  python: string | undefined,
  onProgress: OnProgress,
): Promise<string> {
  return serverPythonFor(await chooseInterpreter(python, onProgress), onProgress);
}

/** The same, where the interpreter of the kernels is known. */
export async function serverPythonFor(
  { path, origin }: KernelInterpreter,
  onProgress: OnProgress,
): Promise<string> {
  return origin === 'private environment' ? path : ensureServerPython(onProgress, path);
}

async function checkInterpreter(python: string): Promise<string> {
  const facts = await inspectPython(python);
  if (facts === null) {
    throw new SluiceError(
      `--python ${python} is not a Python that can be run: give the path of a Python 3.10 or newer, or leave out --python`,
      3,
    );
  }
  if (!isSupported(facts)) {
    throw new SluiceError(
      `--python ${python} is Python ${versionText(facts)}: give ${SUPPORTED}, or leave out --python`,
      3,
    );
  }
  if (!facts.hasIpykernel) {
    throw new SluiceError(
      `${python} has no ipykernel; install it with ${python} -m pip install ipykernel, or leave out --python`,
      3,
    );
  }
  return facts.path;
}
