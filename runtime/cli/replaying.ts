/** Runs scripts in new kernels, each in an untouched copy of the source's folder, and compares what they give. */

import { SluiceError } from '../errors.ts';
import {
  type Expected,
  type Fingerprints,
  type Verification,
  verifyScript,
  type WorkingCopy,
} from '../session/index.ts';
import type { Workplace } from './workplace.ts';

/** Where scripts run: at the path of the copy that the session used, in copies of one from before the session. */
export interface ReplayPlace {
  readonly workplace: Workplace;
  readonly used: WorkingCopy;
  readonly pristine: WorkingCopy;
}

/** What a script gave. */
export interface Replay {
  readonly verification: Verification;
  /** The target's effects, as far as they could be looked at. */
  readonly effects: Fingerprints;
  /** Milliseconds that its cells took. */
  readonly ms: number;
}

/** Runs the parts of a script in a new kernel, for at most `limitMs` (ten minutes), and compares. */
export async function replayScript(
  { workplace, used, pristine }: ReplayPlace,
  parts: readonly string[],
  expected: Expected,
  limitMs?: number,
): Promise<Replay> {
  const started = performance.now();
  try {
    await workplace.closeKernels();
    const fresh = pristine.again();
    fresh.replace(used);
    fresh.remove();
    const kernel = await workplace.kernel(used.path, 'off');
    const running = performance.now();
    const found = await verifyScript(kernel, parts, expected, limitMs);
    const ms = performance.now() - running;
    if (found.status === 'differs') {
      return { verification: { ...found, difference: used.original(found.difference) }, effects: {}, ms };
    }
    const effects =
      found.status === 'verified' ? await kernel.fingerprints(Object.keys(expected.effects)) : {};
    return { verification: found, effects, ms };
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    const verification = { status: 'cannot run here', why: error.message } as const;
    return { verification, effects: {}, ms: performance.now() - started };
  }
}
