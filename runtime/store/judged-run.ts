/** A run that has ended, as the store sees it: its inputs and key, its change of the state, the reasons against storing it. */

import { randomUUID } from 'node:crypto';
import type { Output } from '../kernel/index.ts';
import type { TracedRun } from '../session/index.ts';
import type { FoundInputs } from './found-inputs.ts';
import { digestOf, type KnownState } from './known-state.ts';
import type { RunFacts } from './run-facts.ts';
import { type Change, stateChange } from './state-change.ts';
import { type AskedKernel, LOOKED, type Looked } from './store-answers.ts';
import { type Input, STORE_VERSION } from './stored-run.ts';

const MOST_OUTPUT = 20_000_000;
/** In place of a look that the kernel does not answer. */
const UNKNOWN: Looked = { doubts: ['the kernel does not answer'], modules: [] };

/** The state around a run. */
export interface Around {
  /** The state before the run. */
  readonly state: KnownState;
  readonly inputs: FoundInputs;
  /** Digests of the settings before the run. */
  readonly settings: Readonly<Record<string, string>>;
  /** Names whose values in the kernel do not count. */
  readonly without: readonly string[];
  /** The shortest run that is stored, in seconds. */
  readonly from: number;
  /** Reasons why the run may not have found this state. */
  readonly doubts?: readonly string[];
}

export interface JudgedRun {
  readonly run: TracedRun;
  readonly source: string;
  /** The start of the run, in milliseconds since 1970. */
  readonly at: number;
  readonly facts: RunFacts;
  readonly looked: Looked;
  readonly inputs: readonly Input[];
  readonly settings: Readonly<Record<string, string>>;
  readonly key: string;
  readonly change: Change;
  /** The reasons against storing the run. */
  readonly limits: readonly string[];
}

/** Judges a run by the kernel's look at the state after it; the kernel has run nothing else since. */
export async function judgeRun(
  kernel: AskedKernel,
  run: TracedRun,
  source: string,
  at: number,
  facts: RunFacts,
  { state, inputs: found, settings, without, from, doubts: before = [] }: Around,
): Promise<JudgedRun> {
  const isShort = run.ms.run < 1000 * from;
  // (a run that is not stored is followed by another run, not by the writing of values)
  const asked = { written: [...facts.changed], without, source, next_run: isShort };
  const looked = (await kernel.ask('look', asked, LOOKED)) ?? UNKNOWN;
  const doubts = [...before, ...facts.doubts, ...looked.doubts.map((kind) => DOUBT_WORDS[kind] ?? kind)];
  const inputs = await found.of(facts, run.record.watched ?? [], source, looked, run.result.outputs, doubts);
  const key = doubts.length === 0 ? keyOf(source, inputs, settings) : randomUUID();
  const change = stateChange(state, facts, looked, key, without);
  const limits = [
    ...doubts,
    ...facts.limits,
    ...change.limits,
    ...(isShort ? [`it takes less than ${from} s`] : limitsOf(run)),
  ];
  return { run, source, at, facts, looked, inputs, settings, key, change, limits };
}

function limitsOf({ result }: TracedRun): readonly string[] {
  if (result.fold.displays.size > 0) return ['it shows something that other cells may change'];
  const length = JSON.stringify(result.outputs).length;
  if (length > MOST_OUTPUT) return ['its outputs are too long'];
  const isLive = (output: Output): boolean =>
    'data' in output && Object.keys(output.data).some((type) => /widget|bokeh|holoviews/.test(type));
  return result.outputs.some(isLive) ? ['it shows a widget'] : [];
}

const DOUBT_WORDS: Readonly<Record<string, string>> = {
  chance: 'it asks the system for random numbers',
  network: 'it uses the network',
  personal: 'it reads a variable of the environment that describes a terminal',
};

function keyOf(source: string, inputs: readonly Input[], settings: Readonly<Record<string, string>>): string {
  return digestOf([STORE_VERSION, source, inputs, Object.entries(settings).sort()]);
}
