/**
 * `gather --minimize`: shrinks a script that has been verified, by deleting what its result turns out not to need. Every smaller script
 * is run in a new kernel and compared as a verification does, and with what else the target changed (`observables.ts`).
 */

import { fixedStatements, gather, minimizeSlice, type Slice } from '../../slicer/index.ts';
import {
  type Expected,
  type Fingerprints,
  type Minimized,
  type Script,
  scriptParts,
} from '../session/index.ts';
import { type Replay, type ReplayPlace, replayScript } from './replaying.ts';

/** A smaller script may take this many times as long as the whole one, and this many milliseconds more. */
const [SLOWER, MORE_MS] = [3, 10_000];

/** Shrinks a script whose replay `whole` was verified, for about `seconds`. `tell` is told how far it is. */
export async function minimizeScript(
  place: ReplayPlace,
  script: Script,
  whole: Replay,
  options: { readonly file: string | null; readonly seconds: number; readonly tell: (line: string) => void },
): Promise<Minimized> {
  const { graph, slice } = script;
  const { target } = script.gathered;
  // an effect that the whole script does not give again cannot be compared
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
    options.tell(
      `minimizing: script ${tried}, ${part.statements.length} of ${slice.statements.length} statements`,
    );
    const limit = Math.min(whole.ms * SLOWER + MORE_MS, until - performance.now());
    const parts = scriptParts(gather(graph, part, target), options.file);
    return (await replayScript(place, parts, expected, limit)).verification.status === 'verified';
  };
  const goOn = (): boolean => performance.now() < until;
  const found = await minimizeSlice(slice, { fixed, reproduces, goOn });
  const gathered = gather(graph, found.slice, target);
  const deleted =
    slice.level === 'cell' ? slice.executions.length - found.slice.executions.length : found.deleted.length;
  const result = { slice: found.slice, gathered, deleted, tried };
  if (deleted === 0) return { ...result, status: found.minimal ? 'minimal' : 'out of time' };
  const again = await replayScript(place, scriptParts(gathered, options.file), expected);
  if (again.verification.status !== 'verified') {
    return { status: 'unsteady', slice, gathered: script.gathered, deleted: 0, tried };
  }
  return { ...result, status: found.minimal ? 'minimal' : 'out of time' };
}

function agreeing(expected: Fingerprints, found: Fingerprints): Fingerprints {
  return Object.fromEntries(
    Object.entries(expected).filter(([expression, [, print]]) => found[expression]?.[1] === print),
  );
}
