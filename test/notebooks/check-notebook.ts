/**
 * Puts one notebook to the test: runs it twice without probes and once with probes, compares the outputs, measures the cost of
 * the probes, and verifies slices of executions spread over the notebook.
 */

import { replayScript } from '../../runtime/cli/replay/replaying.ts';
import {
  gatherScript,
  type Script,
  Session,
  scriptParts,
  verifyScript,
} from '../../runtime/session/index.ts';
import { sliceExecution } from '../../slicer/index.ts';
import { differenceOf } from '../transparency/comparable.ts';
import { type NotebookPlace, type Run, withNotebook } from './open-notebook.ts';
import type { CheckedSlice, NotebookReport } from './report.ts';
import { chooseTargets } from './targets.ts';
import { type Limits, type Pass, runCells } from './timed-run.ts';

/** Options of a check. `say` gets lines about the progress. */
export interface CheckOptions {
  readonly python: string;
  readonly slices: number;
  readonly limits: Limits;
  readonly say: (line: string) => void;
}

/** Checks the notebook at `path`, which the report calls `name`. */
export async function checkNotebook(
  name: string,
  path: string,
  options: CheckOptions,
): Promise<NotebookReport> {
  return withNotebook(path, options.python, (place, events) =>
    new Check(name, place, events, options).report(),
  );
}

class Check {
  readonly #name: string;
  readonly #place: NotebookPlace;
  readonly #events: readonly Run[];
  readonly #options: CheckOptions;

  constructor(name: string, place: NotebookPlace, events: readonly Run[], options: CheckOptions) {
    this.#name = name;
    this.#place = place;
    this.#events = events;
    this.#options = options;
  }

  async report(): Promise<NotebookReport> {
    const { slices, say } = this.#options;
    say('without probes');
    const first = await this.#plain(this.#events.length);
    say('without probes, again');
    const second = await this.#plain(first.runs.length);
    const unstable = new Set<number>();
    for (const [index, { run }] of second.runs.entries()) {
      const before = first.runs[index]?.run;
      if (before && differenceOf(run, before, 1) !== null) unstable.add(index + 1);
    }
    say('with probes');
    const targets = chooseTargets(
      second.runs.map(({ run }) => run),
      unstable,
      slices,
    );
    const { session, pass, scripts } = await this.#traced(second.runs.length, targets);
    const altered = alteredRuns(pass, second, unstable, session);
    const checked: CheckedSlice[] = [];
    for (const [index, [exec, script]] of [...scripts].entries()) {
      say(`slice ${index + 1} of ${scripts.size} (execution ${exec})`);
      checked.push(await this.#check(session, exec, script));
    }
    // one run by one run: the lesser of two, cell by cell, would be less than any run takes
    const cpu = pass.runs.map(({ cpu: tracedMs }, index) => ({
      exec: index + 1,
      plainMs: second.runs[index]?.cpu ?? 0,
      tracedMs,
    }));
    return {
      name: this.#name,
      executions: pass.runs.length,
      errors: second.runs.filter(({ run }) => run.status === 'error').length,
      unstable: [...unstable],
      altered,
      slices: checked,
      ...sliceFigures(session, pass.runs.length),
      plainMs: cpu.reduce((sum, { plainMs }) => sum + plainMs, 0),
      tracedMs: cpu.reduce((sum, { tracedMs }) => sum + tracedMs, 0),
      slowest: cpu
        .toSorted((a, b) => b.tracedMs - b.plainMs - (a.tracedMs - a.plainMs))
        .slice(0, 5)
        .map(({ exec, plainMs, tracedMs }) => ({
          exec,
          plainMs: Math.round(plainMs),
          tracedMs: Math.round(tracedMs),
        })),
      stopped: pass.stopped ?? second.stopped ?? first.stopped,
    };
  }

  /** The first `count` cells without probes, in a folder and a kernel of their own. */
  async #plain(count: number): Promise<Pass> {
    await this.#place.copy.renew();
    const kernel = await this.#place.workplace.kernel(this.#place.copy, 'off');
    const sources = this.#events.slice(0, count).map(({ source }) => source);
    const pass = await runCells(kernel, sources, this.#options.limits, (source, exec, timeoutMs) =>
      kernel.run(exec, this.#events[exec - 1]?.cell ?? '', source, { timeoutMs }),
    );
    await this.#place.workplace.closeKernels();
    return pass;
  }

  /** The same with probes; scripts are gathered at once, while values are as the execution left them. */
  async #traced(
    count: number,
    targets: readonly number[],
  ): Promise<{ session: Session; pass: Pass; scripts: Map<number, Script> }> {
    await this.#place.copy.renew();
    const { cell, pass: limit } = this.#options.limits;
    const kernel = await this.#place.workplace.kernel(this.#place.copy, 'on');
    const session = new Session(kernel);
    const scripts = new Map<number, Script>();
    const pass = await runCells(
      kernel,
      this.#events.slice(0, count).map(({ source }) => source),
      // slow runs with probes must show in the figures, not as a shorter notebook
      { cell: 10 * cell, pass: 10 * limit },
      async (_, exec, timeoutMs) => {
        const event = this.#events[exec - 1];
        const outcome = event && (await session.apply(event, { timeoutMs }));
        if (!outcome?.run) throw new Error(`execution ${exec} did not run`);
        return outcome.run;
      },
      async (exec) => {
        if (!targets.includes(exec)) return;
        scripts.set(exec, await gatherScript(session, { type: 'execution', exec }, 'statement'));
      },
    );
    return { session, pass, scripts };
  }

  async #check(session: Session, exec: number, script: Script): Promise<CheckedSlice> {
    const { guarantee, reasons, statements } = script.slice;
    const { verification: found } = await replayScript(
      this.#place,
      scriptParts(script.gathered, null),
      script.expected,
    );
    const differs = found.status === 'differs';
    const outcome = differs && (await this.#differsAnyway(exec, script)) ? 'unstable' : found.status;
    const detail = differs ? found.difference : found.status === 'verified' ? '' : found.why;
    const of = statementsUntil(session, exec);
    return {
      exec,
      statements: statements.filter(isStatement).length,
      of,
      guarantee,
      reasons,
      outcome,
      detail,
    };
  }

  /** Whether all the cells up to an execution, in a new kernel, do not give the same again either. */
  async #differsAnyway(exec: number, { expected }: Script): Promise<boolean> {
    await this.#place.workplace.closeKernels();
    await this.#place.copy.renew();
    const kernel = await this.#place.workplace.kernel(this.#place.copy, 'off');
    const cells = this.#events.slice(0, exec).map(({ source }) => source);
    const last = cells.pop() ?? '';
    await runCells(kernel, cells, this.#options.limits, (source, number, timeoutMs) =>
      kernel.run(number, this.#events[number - 1]?.cell ?? '', source, { timeoutMs }),
    );
    return (await verifyScript(kernel, [last], expected)).status !== 'verified';
  }
}

function alteredRuns(
  traced: Pass,
  plain: Pass,
  unstable: ReadonlySet<number>,
  session: Session,
): { exec: number; difference: string }[] {
  const found: { exec: number; difference: string }[] = [];
  for (const [index, { run }] of plain.runs.entries()) {
    const exec = index + 1;
    const probed = traced.runs[index]?.run;
    const opaque = session.graph.execution(exec)?.opaque ?? null;
    if (opaque !== null) found.push({ exec, difference: opaque });
    else if (!probed) found.push({ exec, difference: traced.stopped ?? 'it did not run' });
    else if (!unstable.has(exec)) {
      const difference = differenceOf(probed, run, 1);
      if (difference !== null) found.push({ exec, difference });
    }
  }
  return found;
}

/** Whether a key is of a single statement, rather than of an opaque execution as a whole. */
function isStatement(key: string): boolean {
  return !key.endsWith('.-1');
}

function statementsUntil(session: Session, exec: number): number {
  let count = 0;
  for (const execution of session.graph.executions()) {
    if (execution.exec <= exec) count += execution.statements.length;
  }
  return count;
}

/** Figures over the slices of all executions. */
function sliceFigures(
  session: Session,
  executions: number,
): Pick<NotebookReport, 'complete' | 'share' | 'reasons'> {
  let [complete, shares] = [0, 0];
  const reasons: Record<string, number> = {};
  for (let exec = 1; exec <= executions; exec += 1) {
    const slice = sliceExecution(session.graph, exec, 'backward', 'statement');
    if (slice.guarantee === 'complete') complete += 1;
    shares += slice.statements.filter(isStatement).length / Math.max(1, statementsUntil(session, exec));
    for (const reason of slice.reasons) reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  return { complete, share: shares / Math.max(1, executions), reasons };
}
