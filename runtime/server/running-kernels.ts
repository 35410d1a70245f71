/** The running kernels of the opened folder, and orders to them. It starts none. */

import { object, type Schema, text, word } from '../../instrument/index.ts';
import type { KernelFacts } from '../kernel/index.ts';
import { SluiceError } from '../words/index.ts';
import { innerPath, insideFolder, isInside } from './inside-folder.ts';
import type { KernelOrder, RunningKernel } from './kernel-messages.ts';
import type { OpenNotebooks } from './open-notebooks.ts';

/** The kernels of this machine that the server can look at. */
export interface KernelHost {
  all(): Promise<readonly KernelFacts[]>;
  /** Ends a kernel that no notebook here has. */
  end(id: string): Promise<void>;
}

export const KERNEL_ORDER: Schema<KernelOrder> = object<KernelOrder>({
  path: text,
  op: word('interrupt', 'restart', 'shutdown'),
});

/** All running kernels: of open notebooks, and kernels of the folder that were left. */
export async function runningKernels(
  folder: string,
  notebooks: OpenNotebooks,
  host: KernelHost,
): Promise<RunningKernel[]> {
  const facts = await host.all();
  const open = [...notebooks.all].flatMap(([file, { kernel }]): RunningKernel[] => {
    const { state, python, id } = kernel;
    if (state === 'none' || state === 'dead') return [];
    const memory = facts.find((each) => each.id === id)?.memory ?? null;
    return [{ path: innerPath(folder, file), python, state, memory, isOpen: true }];
  });
  const others = left(folder, notebooks, facts).map(({ notebook, state, memory }): RunningKernel => {
    const path = innerPath(folder, notebook!);
    return { path, python: '', state: state === 'busy' ? 'busy' : 'idle', memory, isOpen: false };
  });
  return [...open, ...others];
}

/** Carries out an order. @throws {SluiceError} 2 when there is no such kernel */
export async function orderKernel(
  folder: string,
  notebooks: OpenNotebooks,
  host: KernelHost,
  { path, op }: KernelOrder,
): Promise<void> {
  const file = insideFolder(folder, path);
  const notebook = notebooks.all.get(file);
  if (notebook === undefined) {
    const kernels = left(folder, notebooks, await host.all()).filter(({ notebook: its }) => its === file);
    if (kernels.length === 0 || op !== 'shutdown') throw new SluiceError(`${path} has no kernel here`);
    for (const { id } of kernels) await host.end(id);
  } else if (op === 'shutdown') await notebooks.close(file);
  else {
    const line = notebook.connect(() => {});
    line.receive({ op });
    line.close();
  }
}

/** Kept kernels of the folder's notebooks that are not open here. */
function left(folder: string, notebooks: OpenNotebooks, facts: readonly KernelFacts[]): KernelFacts[] {
  const own = new Set([...notebooks.all.values()].map(({ kernel }) => kernel.id));
  return facts.filter(({ id, notebook }) => notebook !== null && !own.has(id) && isInside(folder, notebook));
}
