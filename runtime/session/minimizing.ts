/**
 * `gather --minimize`: shrinks a verified script by deleting parts that its result does not need. It runs
 * every smaller script in a new kernel and compares as in a verification, including the target's other
 * effects (`observables.ts`).
 */

import { fixedStatements, gather, minimizeSlice, type Slice } from '../../slicer/index.ts';
import type { Digests } from './agent-answers.ts';
import type { Script } from './gathering.ts';
import { type Minimized, scriptParts } from './script-text.ts';
import type { Expected, Verification } from './verify.ts';

/** The results of a script's run in a new kernel. */
export interface Replay {
  readonly verification: Verification;
  /** The target's effects, as far as they can be evaluated. */
  readonly effects: Digests;
  /** The time of its cells in milliseconds. */
  readonly ms: number;
}

/**
 * Runs the parts of a script in a new kernel, for at most `limitMs` (ten minutes) or until it is aborted, and
 * compares.
 */
export type ReplayScript = (
  parts: readonly string[],
  expected: Expected,
  limits?: { readonly limitMs?: number; readonly signal?: AbortSignal },
) => Promise<Replay>;

/** The progress of minimizing: the present script, its number of statements, and the number of all. */
export interface MinimizingProgress {
  readonly tried: number;
  readonly statements: number;
  readonly of: number;
}

/** The default time for shrinking a script, in seconds. */
export const MINIMIZE_SECONDS = 600;

/** The limit for a smaller script: this multiple of the whole script's time, and this many milliseconds more. */
const [SLOWER, MORE_MS] = [3, 10_000];

/**
 * Shrinks a script whose replay `whole` was verified, for about `seconds` or until it is aborted. `tell` gets
 * the progress.
 */
export async function minimizeScript(
  replay: ReplayScript,
  script: Script,
  whole: Replay,
  options: {
    readonly file: string | null;
    readonly seconds: number;
    readonly tell: (progress: MinimizingProgress) => void;
    readonly signal?: AbortSignal;
  },
): Promise<Minimized> {
  const { graph, slice, library } = script;
  const { signal } = options;
  const { target } = script.gathered;
  // an effect that the whole script does not reproduce cannot be compared
  const effects = agreeing(script.expected.effects, whole.effects);
  const expected: Expected = {
    ...script.expected,
    values: { ...script.expected.values, ...effects },
    effects: {},
  };
  const compared = new Set(Object.keys(expected.values));
  const fixed = target === null ? new Set<string>() : fixedStatements(graph, slice, compared);
  const until = performance.now() + options.seconds * 1000;
  let tried = 0;
  const reproduces = async (part: Slice): Promise<boolean> => {
    tried += 1;
    options.tell({ tried, statements: part.statements.length, of: slice.statements.length });
    const limitMs = Math.min(whole.ms * SLOWER + MORE_MS, until - performance.now());
    const parts = scriptParts(gather(graph, part, library, target), options.file);
    const limits = signal === undefined ? { limitMs } : { limitMs, signal };
    return (await replay(parts, expected, limits)).verification.status === 'verified';
  };
  const goOn = (): boolean => performance.now() < until && signal?.aborted !== true;
  const found = await minimizeSlice(slice, { fixed, reproduces, goOn });
  const gathered = gather(graph, found.slice, library, target);
  const deleted =
    slice.level === 'cell' ? slice.executions.length - found.slice.executions.length : found.deleted.length;
  const result = { slice: found.slice, gathered, deleted, tried };
  if (deleted === 0) return { ...result, status: found.minimal ? 'minimal' : 'out of time' };
  const again = await replay(scriptParts(gathered, options.file), expected);
  if (again.verification.status !== 'verified') {
    return { status: 'unsteady', slice, gathered: script.gathered, deleted: 0, tried };
  }
  return { ...result, status: found.minimal ? 'minimal' : 'out of time' };
}

function agreeing(expected: Digests, found: Digests): Digests {
  return Object.fromEntries(
    Object.entries(expected).filter(([expression, [, print]]) => found[expression]?.[1] === print),
  );
}
