/**
 * Cells that would complete a leak if they ran now: with what they find there, rows that a model is tested on have gone into its training,
 * though the notebook may have no leak from the top. What leaks are is slicer/leakage's.
 * Imprecise: a cell that judges no model in the runs so far, nor in a run from the top, is not looked at by `sluice what-if`.
 */

import { type FoundLeaks, type Leak, RunFollower } from '../leakage/index.ts';
import { lineAt } from '../line-at.ts';
import type { LibraryKnowledge, ParsedTexts } from '../static/index.ts';
import type { CellAhead, Judgement } from './analysis.ts';
import type { PageOrder } from './expected-runs.ts';
import type { KernelState } from './kernel-state.ts';
import { staleAnalysis } from './stale-analysis.ts';

/** A run of a cell, or a cell that would run. */
interface Followed {
  readonly at: number;
  readonly source: string;
}

/** Who has followed runs, and their texts. */
interface Following {
  readonly follower: RunFollower;
  readonly texts: readonly string[];
}

/** Of a notebook as it stands. */
interface PageLeaks {
  /** Texts of the cells that judge models (φ): no others complete a leak. */
  readonly judging: ReadonlySet<string>;
  /** Those of a run from the top. */
  readonly leaks: readonly Leak[];
}

const NO_LEAKS: PageLeaks = { judging: new Set(), leaks: [] };

/** The analysis of one notebook. */
export class LeakageAnalysis {
  readonly #library: LibraryKnowledge;
  /** The texts of the runs before any event. */
  readonly #past: readonly string[];
  readonly #pages = new WeakMap<PageOrder, PageLeaks>();
  /** What runs of texts have shown, by the numbers of these: other depths and other cells ask about the same runs. */
  readonly #followed = new Map<string, FoundLeaks>();
  readonly #numbers = new Map<string, number>();
  /** Has followed these texts: of runs that begin with them, only the rest is left. */
  #last: Following | null = null;
  readonly #texts: ParsedTexts;

  constructor(library: LibraryKnowledge, past: readonly string[], texts: ParsedTexts) {
    this.#library = library;
    this.#past = past;
    this.#texts = texts;
  }

  /** What it says of each of some cells, by their places, if that one ran now. All are asked about one state of the kernel. */
  judge(steps: readonly CellAhead[]): ReadonlyMap<number, Judgement> {
    const found = new Map<number, Judgement>();
    const add = (at: number, judgement: Judgement | null) => {
      if (judgement !== null) found.set(at, judgement);
    };
    const others: CellAhead[] = [];
    for (const step of steps) {
      const { leaks, judging } = this.#leaksOf(step.page);
      if (!judging.has(step.summary.source)) continue;
      if (!findsAsFromTop(step, leaks)) others.push(step);
      else add(step.at, judgementOf(leaks, asFollowed(step.page), step.at + 1, step.page));
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

  /** What it says of the runs after a time, by their times. */
  judgeRuns({ runs }: KernelState, page: PageOrder, since: number): ReadonlyMap<number, Judgement> {
    const found = new Map<number, Judgement>();
    const { judging } = this.#leaksOf(page);
    const asked = runs.filter(({ time, source }) => time > since && judging.has(source));
    if (asked.length === 0) return found;
    const { found: leaks } = this.#follow(runs);
    for (const { time } of asked) {
      const judgement = judgementOf(leaks, runs, time, page);
      if (judgement !== null) found.set(time, judgement);
    }
    return found;
  }

  #leaksOf(page: PageOrder): PageLeaks {
    const known = this.#pages.get(page);
    if (known !== undefined) return known;
    const cells = asFollowed(page);
    const past = this.#past.map((source) => ({ at: -1, source }));
    const all = [...past, ...cells];
    let made = NO_LEAKS;
    if (all.some(({ source }) => this.#trains(source))) {
      const fromTop = this.#follow(cells);
      const judging = judgingTexts(fromTop, cells);
      const isPast = textOf(past) === textOf(cells);
      if (!isPast) for (const text of judgingTexts(this.#follow(all), all)) judging.add(text);
      made = { judging, leaks: fromTop.found };
    }
    this.#pages.set(page, made);
    return made;
  }

  /** Whether a text has the name of anything that is declared to train. */
  #trains(source: string): boolean {
    return source.match(/\w+/g)?.some((word) => this.#library.mayTrain(word)) ?? false;
  }

  #follow(runs: readonly Followed[]): FoundLeaks {
    const key = runs.map(({ source }) => this.#numberOf(source)).join(' ');
    const known = this.#followed.get(key);
    if (known !== undefined) return known;
    const texts = runs.map(({ source }) => source);
    const { follower, texts: before } = this.#followerOf(texts);
    for (const text of texts.slice(before.length)) follower.follow(text);
    this.#last = { follower, texts };
    const leaks = follower.leaks();
    this.#followed.set(key, leaks);
    return leaks;
  }

  #followerOf(texts: readonly string[]): Following {
    const last = this.#last;
    if (last?.texts.every((text, i) => text === texts[i])) return last;
    return { follower: new RunFollower(this.#library, { texts: this.#texts }), texts: [] };
  }

  #numberOf(source: string): number {
    const known = this.#numbers.get(source) ?? this.#numbers.size;
    this.#numbers.set(source, known);
    return known;
  }
}

function asFollowed({ cells }: PageOrder): readonly Followed[] {
  return cells.map(({ source }, at) => ({ at, source }));
}

function textOf(runs: readonly Followed[]): string {
  return runs
    .map(({ source }) => source)
    .filter((source) => source.trim() !== '')
    .join('\n');
}

function judgingTexts({ found, judged }: FoundLeaks, runs: readonly Followed[]): Set<string> {
  const steps = found.flatMap(({ path }) => path.filter(({ watch }) => watch.includes('score')));
  const sites = [...judged, ...steps.map(({ site }) => site)];
  return new Set(sites.map(({ run }) => runs[run - 1]!.source));
}

/** Whether a cell finds what a run from the top gives it, and the cells above it that have a part in leaks have run. */
function findsAsFromTop(step: CellAhead, leaks: readonly Leak[]): boolean {
  const { at, page, state } = step;
  const hasRun = (run: number) => state.lastRun(page.cells[run - 1]!.cell) !== undefined;
  const isThere = ({ path }: Leak) => path.every(({ site: { run } }) => run > at || hasRun(run));
  return staleAnalysis.judge(step) === null && leaks.every(isThere);
}

/** Cells in groups: within one none takes what another before it gives, so that they can be followed one after another. */
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

/** The first leak that a run completes, counted from 1: a model is tested there, and all else that the leak takes was before. */
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
