/** The outcomes and counts of one notebook's result, without the outputs, so that a corpus of any size fits. */

import type { NotebookResult } from '../../../../slicer/index.ts';
import type { Saved } from '../../reproduce/index.ts';

/** A notebook in a study. */
export interface Observed {
  readonly file: string;
  /** Its run: order, environment, normalisers, in words. */
  readonly run: string;
  readonly status: NotebookResult['status'];
  /** Whether the notebook ran; false if the order has no cells, for example without stored counts. */
  readonly hasRun: boolean;
  readonly outputs: NotebookResult['outputs'];
  readonly features: readonly string[];
  /** The type of the first error; null: no cell failed. */
  readonly exception: string | null;
  /** The position of the failing cell among the code cells, as a share from 0 to 1. */
  readonly failedAt: number | null;
  /** The cause of the first differing cell. */
  readonly cause: string | null;
  /** Causes of all cells, with their numbers. */
  readonly causes: ReadonlyMap<string, number>;
  /** For each cell that is the same only with normalisers: these normalisers. */
  readonly normalizers: readonly (readonly string[])[];
}

const RAN: ReadonlySet<string> = new Set(['same', 'normalized', 'different', 'failed', 'timeout']);

/** Whether the notebook ran at all. */
export function wasRun({ status, hasRun }: Observed): boolean {
  return hasRun && RAN.has(status);
}

/** The outcomes and counts of a result. */
export function observe(result: Saved<NotebookResult>): Observed {
  const { file, status, outputs, cells, features = [], settings } = result;
  const failed = cells.find((cell) => cell.status === 'failed');
  const shown = failed?.differences
    .find(({ item }) => item === 'error')
    ?.now.find(({ kind }) => kind === 'error');
  const causes = new Map<string, number>();
  for (const { cause } of cells) if (cause !== null) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  const last = cells.at(-1)?.index ?? 1;
  const { environment = 'current', normalize = '' } = settings;
  const used = normalize === '' ? ', no normalisers' : '';
  return {
    file,
    run: `${settings.order} order, ${environment} environment${used}`,
    status,
    hasRun: !isWithoutRuns(cells),
    outputs,
    features,
    exception: failed === undefined ? null : (/^[\w.]+/.exec(shown?.text ?? '')?.[0] ?? 'the kernel died'),
    failedAt: failed === undefined ? null : (failed.index - 1) / last,
    cause: cells.find(({ cause }) => cause !== null)?.cause ?? null,
    causes,
    normalizers: cells.filter((cell) => cell.status === 'normalized').map(({ normalizers }) => normalizers),
  };
}

/** All cells ran, with stored errors only. */
export function runsThrough({ status }: Observed): boolean {
  return status === 'same' || status === 'normalized' || status === 'different';
}

/** All stored outputs come out again. */
export function comesOutTheSame({ status }: Observed): boolean {
  return status === 'same' || status === 'normalized';
}

/** Stored outputs are missing without a failure as the reason. */
function isWithoutRuns(cells: NotebookResult['cells']): boolean {
  const isUnrun = ({ status }: NotebookResult['cells'][number]) =>
    status === 'missing' || status === 'unstored';
  return cells.every(isUnrun) && cells.some(({ status }) => status === 'missing');
}
