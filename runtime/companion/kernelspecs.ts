/**
 * Kernelspecs that start a stock kernel with a companion: their content, and their installation by
 * `jupyter_client` of a Python with `ipykernel`.
 */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  checkJson,
  findPackageRoot,
  list,
  maybe,
  object,
  record,
  type Schema,
  text,
} from '../../instrument/index.ts';
import { runProgram } from '../python/index.ts';
import { SluiceError } from '../words/index.ts';

/** Where a kernelspec goes. `user`: into the user's Jupyter folder. `prefix`: below that folder. */
export type SpecFolder = { readonly type: 'user' } | { readonly type: 'prefix'; readonly path: string };

/** An installed kernelspec of Sluice. */
export interface KernelSpec {
  readonly name: string;
  readonly folder: string;
  /** The Python of the kernel. */
  readonly python: string;
  /** Why the kernel cannot start; null: all its files exist. */
  readonly problem: string | null;
}

interface Answer {
  readonly refused?: string;
  readonly folder?: string;
  readonly specs?: readonly {
    readonly name: string;
    readonly folder: string;
    readonly argv: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  }[];
}

const ANSWER: Schema<Answer> = object<Answer>({
  refused: maybe(text),
  folder: maybe(text),
  specs: maybe(
    list(
      object<NonNullable<Answer['specs']>[number]>({
        name: text,
        folder: text,
        argv: list(text),
        env: record(text),
      }),
    ),
  ),
});

const FOLDER = join(findPackageRoot(), 'runtime', 'companion');
const LAUNCHER = join(FOLDER, 'kernel_with_companion.py');

/** Installs a kernelspec for a Python; returns its folder. @throws {SluiceError} 2 */
export async function installKernelspec(python: string, name: string, place: SpecFolder): Promise<string> {
  const spec = {
    argv: [python, LAUNCHER, '-f', '{connection_file}'],
    display_name: name === 'sluice' ? 'Python 3 (Sluice)' : `Python 3 (Sluice, ${name})`,
    language: 'python',
    env: { SLUICE_NODE: process.execPath },
    metadata: { debugger: true, sluice: {} },
  };
  const prefix = place.type === 'prefix' ? place.path : null;
  const { folder = '' } = await ask(python, {
    action: 'install',
    name,
    spec,
    user: place.type === 'user',
    prefix,
  });
  return folder;
}

/** Removes a kernelspec of Sluice; returns its folder. @throws {SluiceError} 2 */
export async function removeKernelspec(python: string, name: string): Promise<string> {
  return (await ask(python, { action: 'remove', name })).folder ?? '';
}

/** The kernelspecs of Sluice that Jupyter finds from a Python. @throws {SluiceError} 2 */
export async function listKernelspecs(python: string): Promise<readonly KernelSpec[]> {
  const { specs = [] } = await ask(python, { action: 'list' });
  return specs.map(({ name, folder, argv, env }) => {
    const [own = '', launcher = ''] = argv;
    const node = env.SLUICE_NODE ?? '';
    const lost = [own, launcher, node].find((file) => !existsSync(file));
    const problem =
      lost === undefined ? null : `${lost} is gone; run: sluice kernelspec install --name ${name}`;
    return { name, folder, python: own, problem };
  });
}

async function ask(python: string, question: object): Promise<Answer> {
  const script = join(FOLDER, 'kernelspecs.py');
  // in another folder, because Python imports modules of the current one
  const { stdout, stderr, failure } = await runProgram(python, [script, JSON.stringify(question)], {
    cwd: dirname(script),
  });
  const found = checkJson(ANSWER, stdout.trim().split('\n').at(-1) ?? '');
  if (found.type === 'malformed') {
    const why = failure ?? stderr.trim().split('\n').at(-1) ?? 'it gave no reason';
    throw new SluiceError(`${python} could not handle kernelspecs: ${why}`, 3);
  }
  if (found.value.refused !== undefined) throw new SluiceError(found.value.refused);
  return found.value;
}
