/** Answers pages' questions about past executions, from stored facts. It changes nothing. */

import type { DependenceGraph, Exec } from '../../../slicer/index.ts';
import type { Output } from '../../kernel/index.ts';
import type { KeptRun, RunHistory } from '../log/run-history.ts';
import type { DeletedCell, PastRun } from '../messages/history-messages.ts';
import type { Answer } from '../messages/messages.ts';
import { clipOutputs } from '../pages/clip-outputs.ts';

/** The limit of a run's code in a timeline, where it can be searched. */
const HEAD_CHARACTERS = 2_000;

/** The executions after one. */
export function historyAnswer(
  graph: DependenceGraph,
  runs: RunHistory,
  after: Exec,
  deleted: readonly DeletedCell[],
): Answer {
  const { undone } = runs;
  return { to: 'history', runs: runs.after(after).map((run) => pastRun(graph, run)), undone, deleted };
}

/** The code of an execution, and its outputs at its end; null: they were dropped. `trusted`: they were made here. */
export function pastRunAnswer(source: string, kept: readonly Output[] | null, trusted: boolean): Answer {
  if (kept === null) return { to: 'past-run', source, outputs: null, clipped: false, trusted };
  const { outputs, clipped } = clipOutputs(kept, trusted);
  return { to: 'past-run', source, outputs, clipped: clipped.length > 0, trusted };
}

function pastRun(graph: DependenceGraph, run: KeptRun): PastRun {
  const { exec, cell, count, at, ms, status, restarted, undone, stored } = run;
  const source = undone?.source ?? graph.execution(exec)?.source ?? '';
  const head = source.slice(0, HEAD_CHARACTERS);
  return { exec, cell, count, at, ms, status, head, restarted, computed: stored?.at ?? null };
}
