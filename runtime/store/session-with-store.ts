/**
 * A session of a notebook with a store, from top to bottom: each cell is looked up by what it would find, and runs
 * if no stored run found the same. Values come into the kernel when a cell that runs may use them.
 */

import { randomUUID } from 'node:crypto';
import { namesOfText } from '../../slicer/index.ts';
import { withCount } from '../documents/index.ts';
import type { RunRequest } from '../kernel/index.ts';
import type { Compares, TracedRun } from '../session/index.ts';
import { usesHistory } from './doubtful-text.ts';
import { FoundInputs } from './found-inputs.ts';
import { judgeRun } from './judged-run.ts';
import { ALL, KnownState } from './known-state.ts';
import { NameSources } from './needed-names.ts';
import { PendingValues } from './pending-values.ts';
import { differenceOf, type RepeatedRun } from './repeated-run.ts';
import { type RunFacts, runFacts } from './run-facts.ts';
import { RunKeeper, type SavedRun } from './run-keeper.ts';
import type { CellReport } from './run-report.ts';
import { type AskedKernel, BEGUN, PLACE, type Place } from './store-answers.ts';
import type { StoreFolder } from './store-folder.ts';
import { type LookedUp, lookUp } from './stored-lookup.ts';
import type { StoredRun } from './stored-run.ts';

/** A kernel that runs cells and answers the store's questions. */
export interface StoreKernel extends AskedKernel {
  run(
    exec: number,
    cell: string,
    source: string,
    request?: Partial<RunRequest> & { readonly compares?: Compares },
  ): Promise<TracedRun>;
}

export interface StoreWishes {
  /** Whether stored runs are used; without it, runs are only stored. */
  readonly resumes: boolean;
  /** The shortest run that is stored, in seconds. */
  readonly from: number;
  /** A stored run took so many times as long as writing and reading what it left (5). */
  readonly times?: number;
  /** Whether a cell runs although a stored run stands for it, to be compared with that. */
  readonly repeats?: () => boolean;
}

/** A cell that ran, or whose stored run stands for it. */
export type Outcome =
  | { readonly type: 'ran'; readonly run: TracedRun }
  | { readonly type: 'restored'; readonly stored: StoredRun };

/** The session cannot go on with restored cells: the notebook has to run from the top, in a new kernel. */
export class CannotResume extends Error {}

/** Between words; Python's names may have letters of any language. */
const NO_WORD = /[^\p{L}\p{M}\p{N}_]+/u;

export class SessionWithStore {
  readonly #kernel: StoreKernel;
  readonly #store: StoreFolder;
  readonly #wishes: StoreWishes;
  readonly #state = new KnownState();
  readonly #pending = new PendingValues();
  readonly #sources = new NameSources();
  readonly #keeper: RunKeeper;
  readonly #inputs: FoundInputs;
  readonly #repeated: RepeatedRun[] = [];
  #place: Place | null = null;
  #resumes: boolean;
  #settings: Readonly<Record<string, string>> | null = null;
  /** The run before, and the settings that the next run finds if it follows at once. */
  #last: { readonly exec: number; readonly next: Readonly<Record<string, string>> | null } | null = null;

  /** `folder`: the working directory of the kernel at its start. `sources`: the texts of all cells. */
  constructor(
    kernel: StoreKernel,
    store: StoreFolder,
    wishes: StoreWishes,
    folder: string,
    sources: readonly string[],
  ) {
    this.#kernel = kernel;
    this.#store = store;
    this.#wishes = wishes;
    this.#keeper = new RunKeeper(kernel, store, folder, wishes.times);
    this.#inputs = new FoundInputs(this.#state, this.#sources, folder, () => this.#place);
    this.#resumes = wishes.resumes && !sources.some(needsWholeSession);
  }

  /** The fates of the cells so far. */
  get reports(): readonly CellReport[] {
    return this.#keeper.reports;
  }

  /** Where the kernel runs; null before its first cell. */
  get place(): Place | null {
    return this.#place;
  }

  /** The stored runs that ran again so far. Those with a difference are no longer in the store. */
  get repeated(): readonly RepeatedRun[] {
    return this.#repeated;
  }

  /** Takes a cell's stored run, or runs the cell. @throws {CannotResume} */
  async run(exec: number, cell: string, source: string, request: Partial<RunRequest>): Promise<Outcome> {
    this.#place ??= await this.#kernel.ask('place', {}, PLACE);
    const { stored, why } = this.#resumes ? await this.#lookUp(source) : { stored: null, why: null };
    if (stored !== null && !this.#wishes.repeats?.()) {
      this.#restore(stored, cell, source);
      return { type: 'restored', stored: { ...stored, outputs: withCount(stored.outputs, exec) } };
    }
    const settings = await this.#prepare(source, exec);
    const at = Date.now();
    const run = await this.#kernel.run(exec, cell, source, request);
    this.#settings = null;
    this.#last = { exec, next: await this.#take(run, cell, source, settings, at, why, stored) };
    return { type: 'ran', run };
  }

  /** Something has changed the kernel's state outside of any cell. */
  distrust(): void {
    this.#last = null;
    this.#state.apply({ names: {}, groups: [], deleted: [], world: { [ALL]: randomUUID() } });
  }

  /** Waits until all values have been read back, and the runs are stored. */
  finish(): Promise<void> {
    return this.#keeper.finish();
  }

  async #lookUp(source: string): Promise<LookedUp> {
    const look = (): Promise<LookedUp> =>
      lookUp(this.#store, this.#state, this.#inputs, source, {
        settings: () => this.#liveSettings(),
        kernel: this.#kernel,
      });
    const found = await look();
    if (found.stored !== null || found.why === null) return found;
    // (loading a library may set options or variables of the environment, and the cell needs it if it runs)
    const modules = this.#pending.takeModules();
    if (modules.length === 0) return found;
    this.#settings = await this.#begin({ load: [], drop: [], modules, count: null });
    return look();
  }

  /** The settings in the kernel, without reading any value into it. */
  async #liveSettings(): Promise<Readonly<Record<string, string>>> {
    this.#settings ??= await this.#begin({ load: [], drop: [], modules: [], count: null });
    return this.#settings;
  }

  async #begin(given: object): Promise<Readonly<Record<string, string>>> {
    const begun = await this.#kernel.ask('begin', given, BEGUN);
    if (begun?.settings === undefined)
      throw new CannotResume(`stored values cannot be read: ${begun?.error ?? 'the kernel does not answer'}`);
    return begun.settings;
  }

  /** Reads the values that a cell may use; returns the settings. */
  async #prepare(source: string, exec: number): Promise<Readonly<Record<string, string>>> {
    const { load, drop, modules } = this.#pending.take(this.#sources.neededBy(source));
    const last = this.#last?.exec === exec - 1 ? this.#last.next : null;
    this.#last = null;
    if (last !== null && load.length + drop.length + modules.length === 0) return last;
    return this.#begin({ load: this.#store.filesOf(load), drop, modules, count: exec });
  }

  #restore(stored: StoredRun, cell: string, source: string): void {
    this.#store.used(stored);
    this.#state.apply(stored.after);
    this.#pending.restored(stored);
    this.#sources.bound(Object.keys(stored.after.names), source);
    this.#keeper.restored(cell, stored);
  }

  /** Takes a run into the state, and stores it; gives the settings after a run that is too short for that. */
  async #take(
    run: TracedRun,
    cell: string,
    source: string,
    settings: Readonly<Record<string, string>>,
    at: number,
    missed: string | null,
    before: StoredRun | null,
  ): Promise<Readonly<Record<string, string>> | null> {
    const facts = runFacts(run.record);
    this.#mustHaveAll(facts, run);
    this.#pending.replaced([...facts.bound, ...facts.deleted]);
    const without = this.#pending.names;
    const judged = await judgeRun(this.#kernel, run, source, at, facts, {
      state: this.#state,
      inputs: this.#inputs,
      settings,
      without,
      from: before === null ? this.#wishes.from : 0,
    });
    const { change, limits, looked } = judged;
    this.#state.apply(change.after);
    this.#sources.bound([...facts.bound, ...change.changed], source);
    this.#sources.leadsToCode(looked.code ?? []);
    const place = this.#place;
    const why = (reason: string): string => (missed === null ? reason : `${missed}; ${reason}`);
    const [limit] = limits;
    const saved =
      limit ?? (place === null ? 'the kernel does not answer' : await this.#keeper.save(judged, place));
    if (before !== null) this.#compare(cell, before, saved);
    else if (typeof saved === 'string') this.#keeper.notStored(cell, why(saved));
    else this.#keeper.keep(cell, saved, why);
    return looked.settings ?? null;
  }

  /** Compares a stored run with another one, and drops the stored one if they differ. */
  #compare(cell: string, before: StoredRun, saved: SavedRun | string): void {
    const isSaved = typeof saved !== 'string';
    const difference = isSaved ? differenceOf(before, saved.stored) : null;
    if (difference !== null) this.#store.forget(before);
    if (isSaved) this.#keeper.drop(saved);
    const unknown = isSaved ? null : saved;
    this.#repeated.push({ cell, title: before.title, difference, unknown });
  }

  /** @throws {CannotResume} if a run may have missed a value that is not in the kernel yet. */
  #mustHaveAll({ reads, doubts }: RunFacts, { result }: TracedRun): void {
    const { names } = this.#pending;
    if (names.length === 0) return;
    const missed = names.find((name) => reads.has(name));
    if (missed !== undefined)
      throw new CannotResume(`a cell has used ${missed} in a way that its text does not show`);
    if (doubts.includes('it may read any name'))
      throw new CannotResume('a cell has used names in a way that its text does not show');
    const said = result.error === null ? '' : `${result.error.name} ${result.error.value}`;
    const words = new Set(said.split(NO_WORD));
    const named = names.find((name) => words.has(name));
    if (named !== undefined) throw new CannotResume(`a cell that uses ${named} has failed`);
  }
}

/** The last results, by their names. */
const LAST_RESULT = /\b_{1,3}\b/;

/** Whether a cell looks at numbered inputs or outputs, which restored cells do not have. */
export function needsWholeSession(source: string): boolean {
  if (usesHistory(source)) return true;
  // (the analysis takes milliseconds, and each start of a cell asks about all texts)
  if (!LAST_RESULT.test(source)) return false;
  const { live } = namesOfText(source);
  return ['_', '__', '___'].some((name) => live.has(name));
}
