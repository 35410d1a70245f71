/**
 * Finds cells that would complete a leak if they ran now: with the kernel's present values, rows for a
 * model's test have gone into its training, even if the notebook has no leak from the top. slicer/leakage
 * defines leaks.
 * Imprecise: `sluice what-if` skips cells without a model to judge, in the runs so far and in a run from the
 * top.
 */

import { type CellFacts, type CellText, factsOfNotebook, interpretCells } from '../information-flow/index.ts';
import { type FoundLeaks, type Leak, RunFollower } from '../leakage/index.ts';
import type { LibraryKnowledge } from '../static/index.ts';
import { lineAt } from '../words/line-at.ts';
import type { CellAhead, Judgement } from './analysis.ts';
import type { PageOrder } from './expected-runs.ts';
import type { KernelState, Run } from './kernel-state.ts';
import { staleAnalysis } from './stale-analysis.ts';

/** A run of a cell, or a cell that would run. */
interface Followed {
  readonly at: number;
  readonly source: string;
}

/** The leaks of the current notebook. */
interface PageLeaks {
  /** A run from the top. */
  readonly runs: readonly Followed[];
  /** Texts of the cells that judge models (φ): other cells complete no leak. */
  readonly judging: ReadonlySet<string>;
  /** The leaks of this run. */
  readonly leaks: readonly Leak[];
}

/** The analysis of one notebook. */
export class LeakageAnalysis {
  readonly #library: LibraryKnowledge;
  /** The texts of the runs before any event. */
  readonly #past: readonly string[];
  readonly #pages = new WeakMap<PageOrder, PageLeaks>();
  /** Leaks of runs, by the numbers of their texts: questions with other depths and cells need the same runs. */
  readonly #followed = new Map<string, FoundLeaks>();
  readonly #numbers = new Map<string, number>();
  #follower: RunFollower;

  constructor(library: LibraryKnowledge, past: readonly string[]) {
    this.#library = library;
    this.#past = past;
    this.#follower = new RunFollower(library);
  }

  /** The facts of a page's cells; if a cell trains a model, their runs are followed at the same time. */
  factsOf(cells: readonly CellText[]): readonly CellFacts[] {
    if (!cells.some(({ source }) => this.#library.mayTrain(source)))
      return factsOfNotebook(cells, this.#library);
    const ran = cells.filter(hasText);
    this.#follower = new RunFollower(this.#library);
    const facts = interpretCells(this.#follower, ran);
    const found = new Map(facts.map((each, i) => [ran[i]!, each]));
    return cells.map((cell) => found.get(cell) ?? factsOfNotebook([cell], this.#library)[0]!);
  }

  /**
   * The judgement on each of some cells, by position, if this cell ran now. All cells are judged in one state
   * of the kernel.
   */
  judge(steps: readonly CellAhead[]): ReadonlyMap<number, Judgement> {
    const found = new Map<number, Judgement>();
    const add = (at: number, judgement: Judgement | null) => {
      if (judgement !== null) found.set(at, judgement);
    };
    const others: CellAhead[] = [];
    for (const step of steps) {
      const { leaks, judging, runs } = this.#leaksOf(step.page);
      if (!judging.has(step.summary.source)) continue;
      const run = runs.findIndex(({ at }) => at === step.at) + 1;
      if (!findsAsFromTop(step, run, leaks, runs)) others.push(step);
      else add(step.at, judgementOf(leaks, runs, run, step.page));
    }
    for (const batch of independent(others)) {
      const { state, page } = batch[0]!;
      const before = state.runs;
      const runs = [...before, ...batch.map(({ at, summary }) => ({ at, source: summary.source }))];
      const { found: leaks } = this.#follow(runs);
      for (const [i, { at }] of batch.entries()) {
        add(at, judgementOf(leaks, runs, before.length + i + 1, page));
      }
    }
    return found;
  }

  /** The judgement on the runs after a time, by their times. */
  judgeRuns({ runs }: KernelState, page: PageOrder, since: number): ReadonlyMap<number, Judgement> {
    const found = new Map<number, Judgement>();
    const { judging } = this.#leaksOf(page);
    const asked = runs.filter(({ time, source }) => time > since && judging.has(source));
    if (asked.length === 0) return found;
    const taken = takenBy(asked);
    const followed = runs.filter((run) => run.time <= since || taken.has(run));
    const { found: leaks } = this.#follow(followed);
    for (const [i, run] of followed.entries()) {
      const judgement = asked.includes(run) ? judgementOf(leaks, followed, i + 1, page) : null;
      if (judgement !== null) found.set(run.time, judgement);
    }
    return found;
  }

  #leaksOf(page: PageOrder): PageLeaks {
    const known = this.#pages.get(page);
    if (known !== undefined) return known;
    const runs = page.cells.map(({ source }, at) => ({ at, source })).filter(hasText);
    const past = this.#past.map((source) => ({ at: -1, source }));
    const all = [...past, ...runs];
    let made: PageLeaks = { runs, judging: new Set(), leaks: [] };
    if (all.some(({ source }) => this.#library.mayTrain(source))) {
      const fromTop = this.#follow(runs);
      const judging = judgingTexts(fromTop, runs);
      const isPast = past.length === runs.length && past.every(({ source }, i) => source === runs[i]!.source);
      if (!isPast) for (const text of judgingTexts(this.#follow(all), all)) judging.add(text);
      made = { runs, judging, leaks: fromTop.found };
    }
    this.#pages.set(page, made);
    return made;
  }

  #follow(runs: readonly Followed[]): FoundLeaks {
    const key = runs.map(({ source }) => this.#numberOf(source)).join(' ');
    const known = this.#followed.get(key);
    if (known !== undefined) return known;
    const leaks = this.#follower.leaksOf(runs.map(({ source }) => source));
    this.#followed.set(key, leaks);
    return leaks;
  }

  #numberOf(source: string): number {
    const known = this.#numbers.get(source) ?? this.#numbers.size;
    this.#numbers.set(source, known);
    return known;
  }
}

/** Cells without text do not run. */
const hasText = ({ source }: { readonly source: string }): boolean => source.trim() !== '';

function judgingTexts({ found, judged }: FoundLeaks, runs: readonly Followed[]): Set<string> {
  const steps = found.flatMap(({ path }) => path.filter(({ watch }) => watch.includes('score')));
  const sites = [...judged, ...steps.map(({ site }) => site)];
  return new Set(sites.map(({ run }) => runs[run - 1]!.source));
}

/**
 * Whether a cell (`own` is its run) finds the values of a run from the top, and all cells above with a part
 * in leaks have run.
 */
function findsAsFromTop(
  step: CellAhead,
  own: number,
  leaks: readonly Leak[],
  runs: readonly Followed[],
): boolean {
  const { page, state } = step;
  const hasRun = (run: number) => state.lastRun(page.cells[runs[run - 1]!.at]!.cell) !== undefined;
  const isThere = ({ path }: Leak) => path.every(({ site: { run } }) => run >= own || hasRun(run));
  return staleAnalysis.judge(step) === null && leaks.every(isThere);
}

/** Some runs, and all runs whose results they directly or indirectly found. */
function takenBy(runs: readonly Run[]): ReadonlySet<Run> {
  const taken = new Set(runs);
  // (the loop also visits runs added during the loop)
  for (const { found, definers } of taken) {
    for (const makers of [...found.values(), definers]) for (const maker of makers) taken.add(maker);
  }
  return taken;
}

/**
 * Groups of cells in which no cell takes a name that an earlier one gives, so that the cells of a group can
 * be followed one after another.
 */
function independent(steps: readonly CellAhead[]): readonly (readonly CellAhead[])[] {
  const groups: { readonly members: CellAhead[]; readonly given: Set<string> }[] = [];
  for (const step of steps) {
    const { reads, needs, gives } = step.summary;
    const takes = [...reads.keys(), ...needs];
    let group = groups.find(({ given }) => !takes.some((name) => given.has(name)));
    if (group === undefined) {
      group = { members: [], given: new Set() };
      groups.push(group);
    }
    group.members.push(step);
    for (const name of gives) group.given.add(name);
  }
  return groups.map(({ members }) => members);
}

/**
 * The first leak that a run completes, counted from 1: the run tests a model, and all other steps of the leak
 * ran before.
 */
function judgementOf(
  leaks: readonly Leak[],
  runs: readonly Followed[],
  run: number,
  page: PageOrder,
): Judgement | null {
  for (const { note, kind, site, path, message } of leaks) {
    const own = path.findLast((step) => step.site.run === run && step.watch.includes('score'));
    if (note || own === undefined || site.run > run) continue;
    const { at, source } = runs[site.run - 1]!;
    const place = `line ${lineAt(source, site.at.from)}`;
    const where = site.run === run ? '' : at < 0 ? ' of a cell that is deleted' : ` of ${page.nameOf(at)}`;
    const why = `has a part in a leak (${kind}, ${place}${where}): ${message}`;
    return { line: lineAt(runs[run - 1]!.source, own.site.at.from), why, because: [] };
  }
  return null;
}
