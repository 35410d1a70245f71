/** The answer to a page that wants a script: gathered, and on request verified and shrunk, with word of how far it is. */

import type { Exec, Level } from '../../slicer/index.ts';
import {
  gatherScript,
  MINIMIZE_SECONDS,
  type Minimized,
  minimizedText,
  minimizeScript,
  type ReplayScript,
  type Script,
  scriptParts,
  scriptText,
  type TracedKernel,
  type Verification,
} from '../session/index.ts';
import type { Answer, Criterion, GatherProgress } from './messages.ts';
import type { CoreState } from './notebook-core.ts';
import type { RunHistory } from './run-history.ts';
import { execOf } from './slice-questions.ts';

/** What a script is wanted of, and what is to be done with it. */
export interface Wanted {
  readonly of: Criterion;
  readonly level: Level;
  readonly run: 'not' | 'verify' | 'minimize';
}

/** What gathering is done with. `signal`: the person does not want to wait any longer. */
export interface GatherMeans {
  readonly kernel: TracedKernel;
  readonly runs: RunHistory;
  readonly replay: ReplayScript;
  readonly tell: (progress: GatherProgress) => void;
  readonly signal: AbortSignal;
}

type Found = { readonly verified: Verification | null; readonly minimized: Minimized | null };

/** The script; cancelled, with what was found out until then. @throws {SluiceError} when there is nothing to gather. */
export async function gatherAnswer(core: CoreState, wanted: Wanted, means: GatherMeans): Promise<Answer> {
  const exec = execOf(core, wanted.of);
  const { kernel, runs, tell } = means;
  const { graph } = core.settlement;
  tell({ stage: 'gathering' });
  const source = { graph, kernel, runOf: (number: Exec) => runs.gathered(number), executions: core.exec };
  const target =
    exec === null
      ? (wanted.of as Extract<Criterion, { type: 'symbol' }>)
      : { type: 'execution' as const, exec };
  const script = await gatherScript(source, target, wanted.level);
  const found = wanted.run === 'not' ? NOTHING : await runScript(script, wanted.run === 'minimize', means);
  const { verified, minimized } = found;
  return {
    to: 'gather',
    script: scriptText(script, core.exec, null, found),
    notebook: scriptText(script, core.exec, '.ipynb', found),
    cells: (minimized?.slice ?? script.slice).executions.length,
    of: core.exec,
    verification: verified === null ? null : { status: verified.status, detail: detailOf(verified, script) },
    minimized: minimized === null ? null : minimizedText(minimized),
  };
}

const NOTHING: Found = { verified: null, minimized: null };

async function runScript(script: Script, minimize: boolean, means: GatherMeans): Promise<Found> {
  const { replay, signal, tell } = means;
  const { expected } = script;
  if (expected.outputs === null && Object.keys(expected.values).length === 0) {
    const why = 'its outputs were let go and its values have changed since: nothing is left to compare';
    return { verified: { status: 'cannot run here', why }, minimized: null };
  }
  tell({ stage: 'verifying' });
  const whole = await replay(scriptParts(script.gathered, null), expected, { signal });
  if (signal.aborted) return NOTHING;
  const verified = whole.verification;
  if (!minimize || verified.status !== 'verified') return { verified, minimized: null };
  const minimized = await minimizeScript(replay, script, whole, {
    file: null,
    seconds: MINIMIZE_SECONDS,
    tell: (progress) => tell({ stage: 'minimizing', ...progress }),
    signal,
  });
  return { verified, minimized };
}

function detailOf(found: Verification, { gathered, uncompared, expected }: Script): string {
  if (found.status === 'cannot run here') return found.why;
  if (found.status === 'differs') return found.difference;
  if (gathered.target === null) return 'a new kernel gave the same value';
  const same = expected.outputs === null ? 'values (its outputs were let go)' : 'outputs and values';
  const left =
    uncompared.length === 0 ? '' : ` (${uncompared.join(', ')} changed since, and could not be compared)`;
  return `a new kernel gave the same ${same}${left}`;
}
