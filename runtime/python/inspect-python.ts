/**
 * Asks one Python interpreter for its version, and for the modules that Sluice needs. It does not search for
 * interpreters.
 */
import { dirname, join, resolve } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import { runProgram } from './run-python.ts';

/** The answers of an interpreter. */
export interface PythonFacts {
  /** `sys.executable`: absolute, and of the interpreter itself, not of a shim. */
  readonly path: string;
  /** For example `[3, 11, 7]`. */
  readonly version: readonly [number, number, number];
  /** `cpython`, `pypy`, or `free-threaded`: CPython without a global lock. */
  readonly implementation: string;
  /** Whether it can create virtual environments with pip in them (Debian splits this off). */
  readonly hasVenv: boolean;
  readonly hasIpykernel: boolean;
}

const SCRIPT = join(findPackageRoot(), 'runtime', 'python', 'inspect_python.py');

/** The oldest Python that the agent supports. */
export const OLDEST_PYTHON: readonly [number, number] = [3, 10];

/** Runs `file` and asks. `null` if it does not run, or is no Python 3 that understands the question. */
export async function inspectPython(file: string): Promise<PythonFacts | null> {
  // in another folder, because a relative PYTHONPATH would lead into the current one
  const result = await runProgram(program(file), [SCRIPT], { timeoutMs: 20_000, cwd: dirname(SCRIPT) });
  if (result.code !== 0) return null;
  const line = result.stdout.trim().split('\n').pop() ?? '';
  const [path, version, hasVenv, hasIpykernel, , implementation = 'cpython'] = line.split('|');
  const [major, minor, micro] = (version ?? '').split('.').map(Number);
  if (!path || major === undefined || minor === undefined || micro === undefined) return null;
  return {
    path,
    version: [major, minor, micro],
    implementation,
    hasVenv: hasVenv === 'True',
    hasIpykernel: hasIpykernel === 'True',
  };
}

/** Whether an interpreter has a Jupyter server for the embedded one, without modules from PYTHONPATH. */
export async function hasJupyterServer(file: string): Promise<boolean> {
  const { code, stdout } = await runProgram(program(file), ['-I', SCRIPT], {
    timeoutMs: 20_000,
    cwd: dirname(SCRIPT),
  });
  const [major, minor] = (stdout.trim().split('\n').pop()?.split('|')[4] ?? '').split('.').map(Number);
  return code === 0 && major === 2 && (minor ?? 0) >= 14;
}

/** Searches a name on the PATH; resolves a path from the current folder. */
function program(file: string): string {
  return file.includes('/') ? resolve(file) : file;
}

/** Whether the agent supports the interpreter: an ordinary CPython that is new enough. */
export function isSupported(facts: PythonFacts): boolean {
  const [major, minor] = facts.version;
  const isNew = major > OLDEST_PYTHON[0] || (major === OLDEST_PYTHON[0] && minor >= OLDEST_PYTHON[1]);
  return isNew && facts.implementation === 'cpython';
}

/** `3.11.7` or `3.11.7 (pypy)`, for messages. */
export function versionText({ version, implementation }: PythonFacts): string {
  return implementation === 'cpython' ? version.join('.') : `${version.join('.')} (${implementation})`;
}

/** What to give in place of an interpreter that is not supported. */
export const SUPPORTED = 'an ordinary CPython, 3.10 or newer';
