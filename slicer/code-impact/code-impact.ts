/**
 * Code impact (NBLyzer, Subotić et al., ICSE-SEIP 2022, section 4.1): the consequences of an event for a
 * notebook with a given history of runs. It runs nothing, and knows no clock.
 */

import type { CellText } from '../information-flow/index.ts';
import type { LibraryKnowledge } from '../static/index.ts';
import { type CellStanding, cellStandings } from './cell-standings.ts';
import { type CellSummary, summarize } from './cell-summary.ts';
import { cellsAfter, type NotebookEvent } from './event.ts';
import { PageOrder } from './expected-runs.ts';
import { type ImpactPath, isWrong, judge, pathsTo } from './impact-path.ts';
import { LeakageAnalysis } from './leakage-analysis.ts';
import { PastRuns } from './past-runs.ts';
import {
  type After,
  cellsToRun,
  leaksThroughOthers,
  type Propagation,
  pathsOfOne,
  pathsThroughOthers,
  stepAt,
} from './propagate.ts';
import { isTouched, reachedBy } from './reached-cells.ts';
import { type Renaming, renameVariable } from './rename.ts';
import { type NotebookStanding, standingOf } from './standing.ts';
import { describeVariable, type Variable } from './variable.ts';

/** A notebook, and the runs in its kernel. */
export interface PastNotebook {
  /** The code cells in page order. */
  readonly cells: readonly CellText[];
  /** Runs since the start of the kernel, with their texts. */
  readonly runs: readonly CellText[];
}

/** The options of a question. */
export interface ImpactOptions {
  /** The limit of runs in a path. */
  readonly depth: number;
  /** The names of the analyses whose findings are reported. */
  readonly analyses: readonly string[];
  /** Whether there is time left. */
  readonly goesOn: () => boolean;
}

/** The consequences of an event. */
export interface Impact extends NotebookStanding {
  /**
   * The path of the event's own run first, twice if it is wrong and also leaks; then the findings of each
   * reached cell, right after the event and through other cells.
   */
  readonly paths: readonly ImpactPath[];
  readonly before: NotebookStanding;
  /** For a run that differs from a run from the top: the right order of runs; null: there is none, or no need. */
  readonly instead: readonly string[] | null;
  /** The code cells after the event. */
  readonly cells: readonly CellText[];
  /** Cells not analysed, or not to their end, because time ran out. */
  readonly left: readonly string[];
}

/** A notebook for questions about events. */
export class CodeImpact {
  readonly #notebook: PastNotebook;
  readonly #library: LibraryKnowledge;
  readonly #page: PageOrder;
  readonly #past: PastRuns;
  readonly #leakage: LeakageAnalysis;
  /** Before any event. */
  #now: { readonly state: After; readonly standing: NotebookStanding } | null = null;

  constructor(notebook: PastNotebook, library: LibraryKnowledge) {
    this.#notebook = notebook;
    this.#library = library;
    this.#leakage = new LeakageAnalysis(
      library,
      notebook.runs.map(({ source }) => source),
    );
    const cells = this.#summarize(notebook.cells);
    this.#page = new PageOrder(cells);
    const ran = cells.filter(({ source }) => source.trim() !== '');
    const runs = sameTexts(notebook.runs, ran) ? ran : this.#summarize(notebook.runs);
    this.#past = new PastRuns(this.#page, runs);
  }

  /**
   * A renaming of a variable; `cell` selects the variable that this cell uses. Null: no cell has the name, or
   * this cell does not.
   */
  rename(what: {
    readonly cell: string | null;
    readonly name: string;
    readonly to: string;
  }): Renaming | null {
    return renameVariable(this.#page, (cells) => this.#summarize(cells), what);
  }

  /** The variable of this name that a cell uses. Null: the cell does not have the name. */
  variable(cell: string, name: string): Variable | null {
    return describeVariable(this.#page, cell, name);
  }

  /** The state of each cell before any event, in page order. */
  standings(): readonly CellStanding[] {
    const { state, standing } = this.#before();
    return cellStandings(state, standing);
  }

  /** The consequences of an event. */
  after(event: NotebookEvent, { depth, analyses, goesOn }: ImpactOptions): Impact {
    const left = new Set<number>();
    const how: Propagation = {
      depth,
      leakage: analyses.includes('leakage') ? this.#leakage : null,
      goesOn(place) {
        const time = left.size === 0 && goesOn();
        if (!time) left.add(place);
        return time;
      },
    };
    const cells = cellsAfter(this.#notebook.cells, event);
    const page =
      cells === this.#notebook.cells ? this.#page : new PageOrder(this.#summarize(cells), this.#page);
    const before = this.#before();
    const begin = (): After => ({ page, ...this.#past.begin(page, event), run: null });
    const happen = () =>
      event.type === 'run' ? runNow(event.cell, begin(), how) : { after: begin(), own: [] };
    const { after, own } = happen();
    const paths = [...own];
    const standing = standingOf(after);
    // a failed cell has done nothing
    if (own[0]?.verdict !== 'undefined') {
      const reached = reachedBy(event, this.#page, after);
      const isAsked = (at: number) => event.type === 'open' || isTouched(at, before.state, after);
      const touched = new Set([...reached].filter(isAsked));
      paths.push(...followingPaths(after, () => happen().after, reached, touched, how));
    }
    const instead = own.some(isWrong) ? rightWayTo(page.placeOf(own[0]!.at), begin(), how) : null;
    const isLeft = (place: number) => left.has(place) || page.cells[place]!.isCutOff;
    // the choice of analyses does not change the paths: a path is safe only if all analyses find nothing
    const isTold = (path: ImpactPath) =>
      path.verdict === 'safe' || own.includes(path) || analyses.includes(path.analysis);
    return {
      paths: paths.filter(isTold),
      ...standing,
      before: before.standing,
      instead,
      cells,
      left: page.cells.flatMap(({ cell }, place) => (isLeft(place) ? [cell] : [])),
    };
  }

  #before(): { readonly state: After; readonly standing: NotebookStanding } {
    if (this.#now === null) {
      const state: After = { page: this.#page, ...this.#past.begin(this.#page), run: null };
      this.#now = { state, standing: standingOf(state) };
    }
    return this.#now;
  }

  #summarize(cells: readonly CellText[]): CellSummary[] {
    return summarize(cells, this.#leakage.factsOf(cells), this.#library);
  }
}

/** The state after the run of a cell, with the findings about this run. */
function runNow(
  cell: string,
  before: After,
  { leakage }: Propagation,
): { readonly after: After; readonly own: readonly ImpactPath[] } {
  const step = stepAt(before, before.page.placeOf(cell));
  const found = judge(step);
  const isFailing = found?.analysis.verdict === 'undefined';
  const leak = isFailing ? undefined : leakage?.judge([step]).get(step.at);
  const own = pathsTo(step, found, leak, before.since, null);
  if (isFailing) return { after: before, own };
  return { after: { ...before, run: before.state.run(step.summary, found !== null) }, own };
}

/**
 * The runs after which a cell finds the same values as in a run from the top, even if it leaks; null: there
 * are none.
 */
function rightWayTo(at: number, start: After, how: Propagation): readonly string[] | null {
  const { running, anew } = cellsToRun(start, new Set([at]));
  const all = { ...how, depth: Infinity, leakage: null };
  const paths = pathsThroughOthers(start, running, new Set([...anew, at]), all);
  return paths.find((path) => start.page.placeOf(path.at) === at)?.cells ?? null;
}

/**
 * The findings of each touched cell; and paths through other cells to the reached cells that do not at once
 * find the values of a run from the top.
 */
function followingPaths(
  after: After,
  again: () => After,
  reached: ReadonlySet<number>,
  touched: ReadonlySet<number>,
  how: Propagation,
): ImpactPath[] {
  const paths = pathsOfOne(after, touched, how);
  const wrong = new Set(paths.filter(isWrong).map(({ at }) => at));
  const right = new Set(paths.map(({ at }) => at).filter((cell) => !wrong.has(cell)));
  const take = (found: readonly ImpactPath[]) => {
    for (const path of found) {
      if (right.has(path.at) || !reached.has(after.page.placeOf(path.at))) continue;
      right.add(path.at);
      paths.push(path);
    }
  };
  take(pathsThroughOthers(after, reached, new Set(), how));
  if (paths.some(({ at }) => !right.has(at))) {
    paths.push(...leaksThroughOthers(again(), reached, paths, how));
    const start = again();
    const { running, anew } = cellsToRun(start, reached);
    take(pathsThroughOthers(start, running, anew, how));
  }
  return paths;
}

/** Whether two lists have the same cells with the same texts, in the same order. */
export function sameTexts(runs: readonly CellText[], cells: readonly CellText[]): boolean {
  return (
    runs.length === cells.length &&
    runs.every(({ cell, source }, i) => cell === cells[i]!.cell && source === cells[i]!.source)
  );
}
