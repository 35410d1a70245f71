/** What an open notebook takes from its surroundings. */

import type { NotebookSignatures } from '../../python/index.ts';
import type { ReplayScript } from '../../session/index.ts';
import type { KernelAnswer } from '../messages/kernel-messages.ts';
import type { WidgetCode } from '../messages/widget-messages.ts';
import type { NotebookChecker } from '../questions/notebook-checker.ts';
import type { NotebookTrials } from '../questions/notebook-trials.ts';
import type { KernelSource, KernelspecEntry, WantedKernel } from './notebook-kernel.ts';
import type { ResultWishes } from './stored-results.ts';

/** The notebook's view of its surroundings. */
export interface NotebookHost extends KernelSource {
  /** Runs a script elsewhere and compares. */
  readonly replay: ReplayScript;
  readonly checker: NotebookChecker;
  readonly trials: NotebookTrials;
  /** The store of a person's trust in notebooks; null: none. */
  readonly signatures: NotebookSignatures | null;
  /** The kernel chosen by name, if any. */
  readonly kernelName?: string | undefined;
  /** Whether a notebook that was never open here begins in lazy mode. */
  readonly startsLazy?: boolean;
  /** How results of the notebook are kept for later kernels; null: not at all. Asked for each new kernel. */
  readonly results?: () => ResultWishes | null;
  /** Whether all changes and outputs stay in memory. The person who opened the notebook trusts its content. */
  readonly inMemory?: boolean;
  /** The Pythons among which the person chooses, and the present one. */
  kernelChoices(wanted: WantedKernel): Promise<Pick<KernelAnswer, 'choices' | 'current'>>;
  /** Remembers a choice. @throws {SluiceError} when it cannot be chosen. */
  rememberKernel(wanted: WantedKernel, choice: string): Promise<KernelspecEntry>;
  /** The code of a package of widgets in the notebook's Python; null: it is not there. */
  widgetCode(wanted: WantedKernel, module: string): Promise<WidgetCode | null>;
  /** Prints a message for the person who started Sluice, because pages may be gone. */
  readonly say: (text: string) => void;
}
