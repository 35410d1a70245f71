/**
 * Answers a page's request for a script: gathered, and on request verified and shrunk, with messages about
 * the progress.
 */

import type { CoreState, Exec, Level } from '../../../slicer/index.ts';
import {
  differenceText,
  type GatherSource,
  gatherScript,
  MINIMIZE_SECONDS,
  type Minimized,
  minimizedText,
  minimizeScript,
  type ReplayScript,
  replayTwice,
  type Script,
  type ScriptTarget,
  scriptParts,
  scriptText,
  type TracedKernel,
  uncomparedText,
  type Verification,
} from '../../session/index.ts';
import type { RunHistory } from '../log/run-history.ts';
import type { Answer } from '../messages/messages.ts';
import type { GatherProgress } from '../messages/slice-messages.ts';
import type { RunNames } from './run-names.ts';

/** The request. `minimize`: verified, and then shrunk. */
export interface Wanted {
  readonly level: Level;
  readonly run: 'not' | 'verify' | 'minimize';
}

/** The means of running scripts. `signal`: the person has cancelled. */
export interface GatherMeans {
  readonly replay: ReplayScript;
  readonly tell: (progress: GatherProgress) => void;
  readonly signal: AbortSignal;
  /** Without these, cells are named by their ids. */
  readonly names?: RunNames;
}

type Found = { readonly verified: Verification | null; readonly minimized: Minimized | null };

/** The facts of an open notebook for gathering. */
export function gatherSource(
  core: CoreState,
  kernel: TracedKernel,
  runs: RunHistory,
  names: RunNames,
): GatherSource {
  const { graph } = core.settlement;
  const { nameOf, countOf } = names;
  const runOf = (exec: Exec) => runs.gathered(exec);
  return { graph, kernel, executions: core.exec, runOf, nameOf, numberOf: (exec) => countOf(exec) ?? exec };
}

/** The script; if cancelled, with the results so far. @throws {SluiceError} when there is nothing to gather. */
export async function gatherAnswer(
  source: GatherSource,
  target: ScriptTarget,
  wanted: Wanted,
  means: GatherMeans,
): Promise<Answer> {
  means.tell({ stage: 'gathering' });
  const gathered = await gatherScript(source, target, wanted.level);
  const script =
    means.names === undefined ? gathered : { ...gathered, reasons: means.names.reasonsOf(gathered.slice) };
  const found = wanted.run === 'not' ? NOTHING : await runScript(script, wanted.run === 'minimize', means);
  const { verified, minimized } = found;
  return {
    to: 'gather',
    script: scriptText(script, source.executions, null, found),
    notebook: scriptText(script, source.executions, '.ipynb', found),
    cells: (minimized?.slice ?? script.slice).executions.length,
    of: source.executions,
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
  const whole = await replayTwice(replay, scriptParts(script.gathered, null), expected, { signal });
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

function detailOf(found: Verification, script: Script): string {
  if (found.status === 'cannot run here') return found.why;
  if (found.status === 'differs') return differenceText(found);
  if (script.gathered.target === null) return 'a new kernel gave the same value';
  const uncompared = uncomparedText(script);
  return `a new kernel gave the same outputs and values${uncompared === null ? '' : `; ${uncompared}`}`;
}
