/** Installs a distribution into an environment by the program that manages the environment. It chooses no distribution. */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { programOnPath } from '../platform/index.ts';
import { SluiceError } from '../words/index.ts';
import { installFailure } from './install-failures.ts';
import { makeHome } from './make-home.ts';
import { runProgram } from './run-python.ts';
import { sluiceHome } from './sluice-home.ts';

/** An environment, as its own interpreter tells. */
export interface EnvironmentFacts {
  readonly executable: string;
  readonly prefix: string;
  readonly hasPip: boolean;
  /** Whether uv has made it. */
  readonly isOfUv: boolean;
  readonly isOfConda: boolean;
  /** Whether the system's package manager owns it, and pip refuses. */
  readonly isOfSystem: boolean;
}

/** The program and its arguments. @throws {SluiceError} when nothing can install there. */
export function installCommand(
  { executable, prefix, hasPip, isOfUv, isOfConda, isOfSystem }: EnvironmentFacts,
  distribution: string,
  path = process.env.PATH ?? '',
): readonly string[] {
  if (isOfSystem) {
    throw new SluiceError(
      `${executable} belongs to the system, which manages its packages: choose another Python for the notebook`,
    );
  }
  const uv = programOn(path, 'uv');
  const conda = ['mamba', 'conda', 'micromamba']
    .map((name) => programOn(path, name))
    .find((at) => at !== null);
  if (isOfConda && conda) return [conda, 'install', '--yes', '--prefix', prefix, distribution];
  if (uv !== null && (isOfUv || !hasPip)) return [uv, 'pip', 'install', '--python', executable, distribution];
  if (hasPip) return [executable, '-m', 'pip', 'install', '--disable-pip-version-check', distribution];
  throw new SluiceError(`neither pip nor uv can install into ${executable}: install pip there first`);
}

/** Runs the command; returns why it failed, as a sentence; null: it did not. `tell` gets the lines of its output. */
export async function installPackage(
  command: readonly string[],
  distribution: string,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const [program = '', ...args] = command;
  const home = sluiceHome();
  makeHome(home, 0);
  // in a folder without modules: that of the notebook could have a module named pip
  const { code, stdout, stderr, failure } = await runProgram(program, args, {
    cwd: home,
    onLine: tell,
    signal,
  });
  if (signal.aborted) return `The installation of ${distribution} was cancelled`;
  if (code === 0) return null;
  return `${distribution} could not be installed: ${installFailure(failure ?? `${stdout}\n${stderr}`)}`;
}

function programOn(path: string, name: string): string | null {
  const own = process.env.CONDA_EXE;
  if (name === 'conda' && own && existsSync(own)) return own;
  const file = programOnPath(name, path);
  return file === null ? null : join(realpathSync(dirname(file)), basename(file));
}
