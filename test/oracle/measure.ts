/** Measures sessions with the minimality oracle: our slice, the observed minimum and the static slicer's slice of each target. */

import { StaticRecorder } from '../../runtime/session/index.ts';
import { DependenceGraph, type Exec, type Level, sliceExecution } from '../../slicer/index.ts';
import { type Answer, graphOf, type Job, type Runner } from '../harness/host.ts';
import { type Excess, findExcess } from './excess.ts';
import { findMinimum, observeSession } from './observed-minimum.ts';

/**
 * A session and the executions whose slices are measured; without them, those that printed or displayed something, else the last.
 */
export interface OracleCase {
  readonly name: string;
  readonly job: Job;
  readonly executions?: readonly Exec[];
}

/** The sizes of one execution's slices, in executions or statements as the level says. */
export interface Measurement {
  readonly name: string;
  readonly exec: Exec;
  readonly level: Level;
  /** Statements run until then. */
  readonly total: number;
  readonly ours: number;
  readonly static: number;
  /** Null when our slice does not reproduce; how is in `difference`. */
  readonly minimum: number | null;
  /** As of `FoundMinimum`; null for unknown. */
  readonly faithful: number | null;
  readonly difference: string | null;
  /** Whether the search for the minimum came to its end. */
  readonly minimal: boolean;
  readonly tried: number;
  readonly excess: readonly Excess[];
}

/** Which levels to measure, and for how long to search for one minimum. */
export interface MeasureOptions {
  readonly levels: readonly Level[];
  readonly seconds: number;
  /** Only the last execution with an output, where a case names none. */
  readonly last: boolean;
  /** Whether to look for the faithful minimum of slices by cells as well. */
  readonly faithfully: boolean;
  /** Whether to look for the causes of needless statements. */
  readonly explain: boolean;
  /** Asked before each try; false ends the search. */
  readonly goOn: () => boolean;
}

/** Measures one case; `seen` is told of each measurement. Throws when the session itself does not end. */
export async function measureCase(
  runner: Runner,
  { name, job, executions }: OracleCase,
  { levels, seconds, last, faithfully, explain, goOn }: MeasureOptions,
  seen: (found: Measurement) => void,
): Promise<void> {
  const traced = await runner.run(job);
  const graph = graphOf(job, traced);
  const targets = executions ?? withOutputs(traced).slice(last ? -1 : 0);
  const session = await observeSession(runner, job, graph, traced, targets, faithfully);
  const byText = staticGraph(job, traced);
  for (const exec of targets) {
    for (const level of levels) {
      if (!goOn()) return;
      const until = performance.now() + seconds * 1000;
      const inTime = (): boolean => goOn() && performance.now() < until;
      const { slice, minimum, faithful } = await findMinimum(runner, session, traced, exec, level, inTime);
      const found = typeof minimum === 'string' ? null : minimum;
      const size = ({ executions: all, statements }: typeof slice): number =>
        level === 'cell' ? all.length : statements.length;
      seen({
        name,
        exec,
        level,
        total: level === 'cell' ? exec : statementsUntil(graph, exec),
        ours: size(slice),
        static: size(sliceExecution(byText, exec, 'backward', level)),
        minimum: found === null ? null : size(found.slice),
        faithful: faithful === null ? null : size(faithful.slice),
        difference: typeof minimum === 'string' ? minimum : null,
        minimal: found?.minimal ?? false,
        tried: found?.tried ?? 0,
        excess: found === null || !explain ? [] : await findExcess(runner, job, graph, slice, found),
      });
    }
  }
}

function withOutputs(answer: Answer): Exec[] {
  const shown = answer.runs.flatMap((run, i) => (run.stdout !== '' || run.result !== null ? [i + 1] : []));
  return shown.length > 0 ? shown : [answer.runs.length];
}

/** The graph of `--trace static`. */
function staticGraph(job: Job, answer: Answer): DependenceGraph {
  const recorder = new StaticRecorder();
  const graph = new DependenceGraph();
  for (const [index, { status }] of answer.runs.entries()) {
    const [cell, source] = job.cells[index] ?? ['?', ''];
    graph.record(recorder.record({ exec: index + 1, cell, source, status }));
  }
  return graph;
}

function statementsUntil(graph: DependenceGraph, exec: Exec): number {
  return [...graph.executions()].reduce((sum, e) => sum + (e.exec <= exec ? e.statements.length : 0), 0);
}
