/**
 * Follows the consequences of an event, cell by cell (NBLyzer, Subotić et al., ICSE-SEIP 2022, algorithms 1
 * to 3). The paper tries every order of runs. Here the cells reached by the event run once, in page order,
 * each only if its run is right. The path to a cell is cut out of this one order: unrelated runs can be left
 * out or change positions. A cell that finds the same values as before is not run again, so there is a
 * fixpoint. The work is linear; the paper's is exponential in the depth.
 */

import type { CellAhead, Judgement } from './analysis.ts';
import type { PageOrder } from './expected-runs.ts';
import { type ImpactPath, judge, leakingPath, pathsTo, pathTo } from './impact-path.ts';
import type { KernelState, Run } from './kernel-state.ts';
import type { LeakageAnalysis } from './leakage-analysis.ts';
import { hasNewInputs, isRight } from './stale-analysis.ts';

/** The limits and analyses of a propagation. */
export interface Propagation {
  /** The limit of runs in a path. */
  readonly depth: number;
  /** Null: leaks are not requested. */
  readonly leakage: LeakageAnalysis | null;
  /** Whether there is time left to look at the cell at a position. */
  readonly goesOn: (place: number) => boolean;
}

/** The state after an event. */
export interface After {
  readonly page: PageOrder;
  readonly state: KernelState;
  /** The number of runs before the event. */
  readonly since: number;
  /** The run of the event itself. */
  readonly run: Run | null;
}

/**
 * Follows changed names to the cells that take them, and on to the cells that take names given by these (φ
 * over the pre-summaries).
 */
class Spreading {
  readonly #page: PageOrder;
  readonly #seen = new Set<string>();
  readonly reached = new Set<number>();

  constructor(page: PageOrder) {
    this.#page = page;
  }

  /** Adds names; returns the positions that no earlier name has reached. */
  add(names: Iterable<string>): readonly number[] {
    const found: number[] = [];
    const pending: string[] = [];
    const take = (name: string) => {
      if (this.#seen.has(name)) return;
      this.#seen.add(name);
      pending.push(name);
    };
    for (const name of names) take(name);
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      for (const at of this.#page.readersOf(name)) {
        if (this.reached.has(at)) continue;
        this.reached.add(at);
        found.push(at);
        for (const given of this.#page.cells[at]!.gives) take(given);
      }
    }
    return found;
  }
}

/** Positions of the cells that take changed names, and of the cells that take names given by these. */
export function reachedFrom(names: Iterable<string>, page: PageOrder): ReadonlySet<number> {
  const spreading = new Spreading(page);
  spreading.add(names);
  return spreading.reached;
}

/** The paths for cells that would run right after the event. */
export function pathsOfOne(
  after: After,
  reached: ReadonlySet<number>,
  { depth, leakage, goesOn }: Propagation,
): ImpactPath[] {
  const paths: ImpactPath[] = [];
  const steps = inPageOrder(reached).map((at) => stepAt(after, at));
  const leaks = leakage?.judge(steps);
  for (const step of steps) {
    if (!goesOn(step.at)) continue;
    const found = judge(step);
    if (found === null && !wouldBeNew(step, after.since)) continue;
    const told = pathsTo(step, found, leaks?.get(step.at), after.since, after.run);
    paths.push(...told.filter(({ cells }) => cells.length <= depth));
  }
  return paths;
}

/**
 * Paths through other cells to cells that find the values of a run from the top. It runs the cells, and so
 * changes the state. `anew`: cells that run even if they would find the same values as before.
 */
export function pathsThroughOthers(
  after: After,
  running: ReadonlySet<number>,
  anew: ReadonlySet<number>,
  { depth, leakage, goesOn }: Propagation,
): ImpactPath[] {
  const paths: ImpactPath[] = [];
  for (const at of inPageOrder(running)) {
    if (!goesOn(at)) continue;
    const step = stepAt(after, at);
    if (!anew.has(at) && !wouldBeNew(step, after.since)) continue;
    if (judge(step) !== null) continue;
    const leak = leakage?.judge([step]).get(at);
    const told = pathsTo(step, null, leak, after.since, after.run);
    if (told[0]!.cells.length > depth) continue;
    paths.push(...told);
    after.state.run(step.summary, false);
  }
  return paths;
}

/**
 * Paths with leaks through cells that run with any values, as for a person who runs all reached cells. It
 * runs the cells. `told`: paths known already.
 */
export function leaksThroughOthers(
  after: After,
  reached: ReadonlySet<number>,
  told: readonly ImpactPath[],
  { depth, leakage, goesOn }: Propagation,
): readonly ImpactPath[] {
  if (leakage === null) return [];
  const { page, state, since } = after;
  const runs: {
    readonly path: ImpactPath;
    readonly leaking: (leak: Judgement) => ImpactPath;
    readonly time: number;
  }[] = [];
  for (const at of inPageOrder(reached)) {
    if (!goesOn(at)) continue;
    const step = stepAt(after, at);
    const found = judge(step);
    if (found?.analysis.verdict === 'undefined') continue;
    const path = pathTo(step, found, since, after.run);
    const { time } = state.run(step.summary, found !== null);
    const leaking = (leak: Judgement) => leakingPath(path, step, leak);
    if (path.cells.length <= depth) runs.push({ path, leaking, time });
  }
  const leaks = leakage.judgeRuns(state, page, since);
  return runs.flatMap(({ path, leaking, time }) => {
    const leak = leaks.get(time);
    if (leak === undefined) return [];
    const found = leaking(leak);
    if (told.some(({ at, why }) => at === found.at && why === found.why)) return [];
    return path.verdict === 'safe' ? [found] : [path, found];
  });
}

/**
 * The cells that have to run so that the reached cells find the values of a run from the top. `anew`: for
 * each wrong value, all cells with a part in it, from the one that binds it; `running`: these, and the cells
 * that they reach in turn.
 * Imprecise: a path of `sluice what-if` may also run cells that its last cell does not need.
 */
export function cellsToRun(
  after: After,
  reached: ReadonlySet<number>,
): { readonly running: ReadonlySet<number>; readonly anew: ReadonlySet<number> } {
  const { page, state } = after;
  const [running, anew] = [new Set<number>(), new Set<number>()];
  // for all makers at once, because most of them reach the same cells
  const spreading = new Spreading(page);
  const pending = [...reached];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (running.has(at)) continue;
    running.add(at);
    const step = stepAt(after, at);
    const makers: number[] = [];
    for (const name of step.summary.reads.keys()) {
      if (!isRight(step, name)) makers.push(...page.expected(name, at));
    }
    for (const name of step.summary.needs) {
      const binder = state.definerOf(name) === undefined ? page.binderAbove(name, at) : null;
      if (binder !== null) makers.push(binder);
    }
    for (const maker of makers) {
      if (anew.has(maker)) continue;
      anew.add(maker);
      pending.push(maker, ...spreading.add(page.cells[maker]!.changes.keys()));
    }
  }
  return { running, anew };
}

export function stepAt({ page, state }: Pick<After, 'page' | 'state'>, at: number): CellAhead {
  return { summary: page.cells[at]!, at, page, state };
}

/** Whether a run of a cell could give other results than its last run. */
function wouldBeNew(step: CellAhead, since: number): boolean {
  const last = step.state.lastRun(step.summary.cell);
  return last === undefined || last.outdated !== null || last.isOff || hasNewInputs(step, since);
}

function inPageOrder(places: ReadonlySet<number>): readonly number[] {
  return [...places].sort((a, b) => a - b);
}
