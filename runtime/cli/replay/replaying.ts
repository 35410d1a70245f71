/** Runs scripts in new kernels, each in an unchanged copy of the source's folder, and compares the results. */

import type { WorkingCopy } from '../../copies/index.ts';
import { type Replay, type ReplayScript, verifyScript } from '../../session/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { Workplace } from '../workplace/workplace.ts';

type Expected = Parameters<ReplayScript>[1];
type Limits = NonNullable<Parameters<ReplayScript>[2]>;

/** The place for scripts: the session's copy, reset to its initial state. */
export interface ReplayCopy {
  readonly workplace: Workplace;
  readonly copy: WorkingCopy;
}

/** Runs the parts of a script in a new kernel, then the only one of the workplace, and compares. */
export async function replayScript(
  { workplace, copy }: ReplayCopy,
  parts: readonly string[],
  expected: Expected,
  limits: Limits = {},
): Promise<Replay> {
  return unlessItCannotRun(async () => {
    await workplace.closeKernels();
    await copy.renew();
    return runIn(workplace, copy, parts, expected, limits);
  });
}

/** Runs the parts of a script in a new kernel beside others, in a copy of the folder's present state, and compares. */
export async function replayInCopy(
  workplace: Workplace,
  folder: string,
  parts: readonly string[],
  expected: Expected,
  limits: Limits = {},
): Promise<Replay> {
  const events = parts.map((source) => ({ type: 'run', cell: '', source }) as const);
  return unlessItCannotRun(async () => {
    const copy = await workplace.copy(events, { folder });
    try {
      return await runIn(workplace, copy, parts, expected, limits);
    } finally {
      await workplace.removeCopy(copy);
    }
  });
}

async function runIn(
  workplace: Workplace,
  copy: WorkingCopy,
  parts: readonly string[],
  expected: Expected,
  { limitMs, signal }: Limits,
): Promise<Replay> {
  const kernel = await workplace.kernel(copy, 'off');
  const abort = (): void => void kernel.client.shutdown().catch(() => {});
  signal?.addEventListener('abort', abort);
  try {
    if (signal?.aborted) throw new SluiceError('it was cancelled');
    const started = performance.now();
    const found = await verifyScript(kernel, parts, expected, limitMs);
    const ms = performance.now() - started;
    if (found.status === 'differs') {
      return { verification: { ...found, difference: copy.original(found.difference) }, effects: {}, ms };
    }
    const effects =
      found.status === 'verified' ? await kernel.questions.digests(Object.keys(expected.effects)) : {};
    return { verification: found, effects, ms };
  } finally {
    signal?.removeEventListener('abort', abort);
    await workplace.closeKernel(kernel);
  }
}

async function unlessItCannotRun(run: () => Promise<Replay>): Promise<Replay> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return { verification: { status: 'cannot run here', why: error.message }, effects: {}, ms: 0 };
  }
}
