/** The session of this page: its steps, the progress of its replay, and the selected step. */

import { computed, signal } from '@preact/signals';
import type { Answer, FromServer, PastRun, ReplayView, SessionView, StepEnd } from '../../runtime/index.ts';
import { chosenExec, runs } from '../history/past-runs.ts';
import type { LineState } from '../page/notebook-line.ts';
import { connect, line } from '../page/notebook-state.ts';
import { say } from '../page/notices.ts';

/** The notebook as it stood after a step. */
export type StepState = Extract<Answer, { readonly to: 'step' }>;

/** The session; null until the server sends it. */
export const session = signal<SessionView | null>(null);

/** The last replayed step. */
export const replay = signal<ReplayView>({ state: 'idle', played: 0, until: 0, reason: null });

/** How steps ended, by their numbers (from 1). */
export const ends = signal<ReadonlyMap<number, StepEnd>>(new Map());

/** The selected step, from 1. */
export const step = signal(1);

/** How the line to the server is. */
export const sessionLine = signal<LineState>('connecting');

/** Why there is nothing to show. */
export const sessionRefusal = signal<string | null>(null);

/** Whether the server is replaying. */
export const replaying = computed(
  () => replay.value.state === 'starting' || replay.value.state === 'running',
);

/** The execution of the selected step; null: the step ran nothing. */
export const stepExec = computed(() => session.value?.steps[step.value - 1]?.exec ?? null);

/** Connects this page to a session of a file. `number`: of one in a history. */
export function openSession(path: string, number: string | null): void {
  connect(path, { session: number ?? '' }, { message: take, state: (state) => (sessionLine.value = state) });
}

/** Looks at a step. */
export function goToStep(wanted: number): void {
  const most = session.peek()?.steps.length ?? 1;
  step.value = Math.min(most, Math.max(1, wanted));
  if (stepExec.value !== null) chosenExec.value = stepExec.value;
}

/** Goes to the step of an execution. */
export function goToExec(exec: number): void {
  const at = session.peek()?.steps.findIndex((one) => one.exec === exec) ?? -1;
  if (at >= 0) goToStep(at + 1);
}

/** Runs the steps up to one. */
export function replayUntil(until: number): void {
  line().send({ op: 'replay', until });
}

/** The notebook after a step; null: the server did not say. */
export async function stateAfter(which: number): Promise<StepState | null> {
  const answer = await line().ask({ ask: 'step', step: which });
  return answer.to === 'step' ? answer : null;
}

function take(message: FromServer): void {
  if (message.type === 'error') {
    if (session.peek() === null) sessionRefusal.value = message.message;
    else say(message.message, 'problem');
  } else if (message.type === 'session') {
    session.value = message.session;
    replay.value = message.session.replay;
  } else if (message.type === 'replay') {
    const known = message.reset ? [] : ends.peek();
    ends.value = new Map([...known, ...message.ended.map((end) => [end.step, end] as const)]);
    replay.value = message.replay;
  } else return;
  runs.value = pastRuns();
}

/** The executions, as views of past runs want them. */
function pastRuns(): PastRun[] {
  return (session.peek()?.steps ?? []).flatMap(({ exec, cell, head }, index): PastRun[] => {
    if (exec === null || cell === null) return [];
    const end = ends.peek().get(index + 1);
    const { status = 'unknown', ms = null } = end ?? {};
    return [{ exec, count: exec, cell, head, at: null, ms, status, restarted: false, computed: null }];
  });
}
