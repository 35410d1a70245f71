/** Decides whether the kernels of `sluice open` go on when a signal ends it. It keeps and ends none. */

import { counted } from '../../words/index.ts';
import { askPerson } from '../terminal/terminal.ts';

/** `ask`: at a terminal a person decides, else the kind of the signal. */
export type KernelWish = 'ask' | 'keep' | 'end';

/** A kernel in which something has run. */
export interface KernelAtEnd {
  /** The name of its notebook. */
  readonly name: string;
  readonly isBusy: boolean;
}

/**
 * Whether kernels are kept. A closed terminal or a broken connection (SIGHUP) is no wish to end them; other
 * signals without a person at the terminal are. `again`: the signal came again, which ends kernels.
 */
export async function keepsKernels(
  wish: KernelWish,
  kernels: readonly KernelAtEnd[],
  signal: NodeJS.Signals,
  again: AbortSignal,
): Promise<boolean> {
  if (wish !== 'ask' || kernels.length === 0) return wish === 'keep';
  if (signal !== 'SIGINT') return signal === 'SIGHUP';
  const answer = await askPerson(question(kernels), again);
  return answer !== null && !/^no?$/i.test(answer.trim());
}

function question(kernels: readonly KernelAtEnd[]): string {
  const names = kernels.map(({ name, isBusy }) => (isBusy ? `${name}, which runs a cell` : name)).join('; ');
  const [run, them] = kernels.length === 1 ? ['runs', 'it'] : ['run', 'them'];
  return `\n${counted(kernels.length, 'kernel')} ${run} (${names}). Keep ${them} running? [Y/n] `;
}
