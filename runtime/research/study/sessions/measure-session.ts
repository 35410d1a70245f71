/**
 * Plays a session in a plain kernel and in one with probes, and measures what the papers do: how well highlights foretell the next cell, how
 * large slices are, and their cost. This file reads and writes no files.
 */

import {
  backwardRatio,
  DependenceGraph,
  type Exec,
  forwardRatio,
  PredictivePower,
  sliceExecution,
} from '../../../../slicer/index.ts';
import type { WorkingCopy } from '../../../copies/index.ts';
import type { RunResult } from '../../../kernel/index.ts';
import {
  gatherScript,
  KernelDied,
  type ReplayScript,
  replayTwice,
  Session,
  StaticRecorder,
  scriptParts,
  type TracedKernel,
  type TraceMode,
} from '../../../session/index.ts';
import type { SessionEvent } from '../../../sources/index.ts';
import type { LeftOut, SessionMeasures } from './session-result.ts';

/** Where a session is played. */
export interface StudyHost {
  copy(events: readonly SessionEvent[], options: { readonly isRenewed: boolean }): Promise<WorkingCopy>;
  removeCopy(copy: WorkingCopy): Promise<void>;
  kernel(place: WorkingCopy, mode?: TraceMode): Promise<TracedKernel>;
  closeKernel(kernel: TracedKernel): Promise<void>;
  /** Runs scripts in the copy from before the session. */
  replayIn(copy: WorkingCopy): ReplayScript;
}

/** The result of a session. */
export type Measured =
  | { readonly type: 'measured'; readonly errors: number; readonly measures: SessionMeasures }
  | { readonly type: 'left-out'; readonly errors: number; readonly cause: LeftOut; readonly why: string };

/** Limits in milliseconds: of one execution, and of all of them together. */
export interface StudyLimits {
  readonly executionMs: number;
  readonly sessionMs: number;
}

/** The reason for an early end. */
class Ended extends Error {
  readonly reason: LeftOut;

  constructor(reason: LeftOut, why: string) {
    super(why);
    this.reason = reason;
  }
}

/** A session with a larger share of errors was not made for this machine, and says little about its author. */
const MOST_ERRORS = 0.5;

const CAUSES: readonly (readonly [RegExp, LeftOut])[] = [
  [/^(?:ModuleNotFound|Import)Error$/, 'missing-packages'],
  [/^(?:Syntax|Indentation|Tab)Error$/, 'not-python-3'],
  [/^(?:FileNotFoundError|NotADirectoryError)$/, 'missing-files'],
];

/** Measures the session. @throws {SluiceError} 3 when there is no kernel at all. */
export async function measureSession(
  place: StudyHost,
  events: readonly SessionEvent[],
  limits: StudyLimits,
): Promise<Measured> {
  const errors = new Map<string, number>();
  try {
    const plain = await playPlain(place, events, limits, errors);
    const measures = await playTraced(place, events, limits, plain);
    return { type: 'measured', errors: total(errors), measures };
  } catch (error) {
    const found = error instanceof KernelDied ? new Ended('kernel-died', error.message) : error;
    if (!(found instanceof Ended)) throw found;
    return { type: 'left-out', errors: total(errors), cause: found.reason, why: found.message };
  }
}

function total(errors: ReadonlyMap<string, number>): number {
  return [...errors.values()].reduce((sum, count) => sum + count, 0);
}

/** Milliseconds of the cells without probes. */
async function playPlain(
  place: StudyHost,
  events: readonly SessionEvent[],
  limits: StudyLimits,
  errors: Map<string, number>,
): Promise<number> {
  const runs = events.filter(({ type }) => type === 'run').length;
  const clock = new Clock(limits);
  await withKernel(place, events, 'off', false, async (kernel) => {
    let exec: Exec = 0;
    for (const event of events) {
      if (event.type === 'restart') await kernel.restart();
      if (event.type !== 'run') continue;
      exec += 1;
      const { result, ms } = await kernel.run(exec, event.cell, event.source, clock.request());
      clock.ran(result, ms.run);
      if (result.error === null) continue;
      const { name } = result.error;
      errors.set(name, (errors.get(name) ?? 0) + 1);
    }
  });
  if (total(errors) > MOST_ERRORS * runs) throw mostlyErrors(errors, runs);
  return clock.ms;
}

function mostlyErrors(errors: ReadonlyMap<string, number>, runs: number): Ended {
  const [cause] = [...errors]
    .map(([name, count]) => [CAUSES.find(([pattern]) => pattern.test(name))?.[1], count] as const)
    .filter(([kind]) => kind !== undefined)
    .sort(([, a], [, b]) => b - a)[0] ?? [undefined];
  const [most, count] = [...errors].sort(([, a], [, b]) => b - a)[0]!;
  return new Ended(
    cause ?? 'mostly-errors',
    `${total(errors)} of ${runs} executions raise, ${count} of them ${most}`,
  );
}

async function playTraced(
  place: StudyHost,
  events: readonly SessionEvent[],
  limits: StudyLimits,
  plain: number,
): Promise<SessionMeasures> {
  const clock = new Clock(limits);
  const recorder = new StaticRecorder();
  const byText = new DependenceGraph();
  const power = new PredictivePower();
  let [analysis, shown] = [0, null as Exec | null];
  return withKernel(place, events, undefined, true, async (kernel, copy) => {
    const session = new Session(kernel);
    for (const event of events) {
      const { exec, run, status, analysisMs } = await session.apply(event, clock.request());
      analysis += analysisMs;
      if (event.type === 'restart') {
        recorder.restart();
        byText.restart();
      }
      if (exec === null || run === null || event.type !== 'run') continue;
      clock.ran(run.result, run.ms.run);
      power.ran(event.cell, session.order, status);
      const { cell, source } = event;
      const { status: how } = run.record;
      const outcome = { exec, cell, source, status: how === 'uninstrumented' ? 'ok' : how } as const;
      byText.record(recorder.record(outcome));
      if (run.result.error === null && run.result.outputs.length > 0) shown = exec;
    }
    const started = performance.now();
    if (shown !== null) sliceExecution(session.graph, shown, 'backward', 'statement');
    const slice = performance.now() - started;
    const gathered = shown === null ? null : await verified(session, shown, place.replayIn(copy), limits);
    return {
      executions: session.executions,
      cells: session.order.length,
      statements: session.graph.graph.order,
      staleRuns: power.staleRuns,
      power: power.sums,
      backward:
        shown === null
          ? null
          : { ours: backwardRatio(session.graph, shown), static: backwardRatio(byText, shown) },
      forward: { ours: forwardRatio(session.graph), static: forwardRatio(byText) },
      complete: gathered?.complete ?? null,
      verification: gathered?.verification ?? null,
      difference: gathered?.difference ?? null,
      ms: { plain, traced: clock.ms, analysis, slice, script: gathered?.ms ?? null },
    };
  });
}

async function verified(session: Session, exec: Exec, replay: ReplayScript, limits: StudyLimits) {
  const script = await gatherScript(session, { type: 'execution', exec }, 'statement');
  const { verification, ms } = await replayTwice(
    replay,
    scriptParts(script.gathered, null),
    script.expected,
    {
      limitMs: limits.sessionMs,
    },
  );
  const about = { complete: script.slice.guarantee === 'complete', ms: null } as const;
  switch (verification.status) {
    case 'verified':
      return { ...about, verification: 'verified', difference: null, ms } as const;
    case 'cannot run here':
      return { ...about, verification: verification.status, difference: verification.why } as const;
    case 'differs': {
      const how = verification.varies ? 'varies' : 'differs';
      return { ...about, verification: how, difference: verification.difference } as const;
    }
  }
}

/** Adds up times of executions, and ends a session beyond the limit. */
class Clock {
  readonly #limits: StudyLimits;
  ms = 0;

  constructor(limits: StudyLimits) {
    this.#limits = limits;
  }

  request(): { readonly timeoutMs: number } {
    const { executionMs, sessionMs } = this.#limits;
    return { timeoutMs: Math.max(1, Math.min(executionMs, sessionMs - this.ms)) };
  }

  ran({ timedOut }: RunResult, ms: number): void {
    this.ms += ms;
    if (timedOut) throw new Ended('timeout', `an execution took more than ${Math.round(ms / 1000)} s`);
  }
}

async function withKernel<T>(
  place: StudyHost,
  events: readonly SessionEvent[],
  mode: TraceMode | undefined,
  isRenewed: boolean,
  action: (kernel: TracedKernel, copy: WorkingCopy) => Promise<T>,
): Promise<T> {
  const copy = await place.copy(events, { isRenewed });
  try {
    const kernel = await place.kernel(copy, mode);
    try {
      return await action(kernel, copy);
    } finally {
      // a script may have run in its place
      await place.closeKernel(kernel);
    }
  } finally {
    await place.removeCopy(copy);
  }
}
