/**
 * The store of a kernel whose cells run in any order, as the core of a notebook decides. The state before a cell is
 * the state after the cells above, as they last ran in this kernel. Names with another version in the kernel belong to
 * cells below, and do not count. A world with another version than the cells above left stores and restores nothing.
 */

import { randomUUID } from 'node:crypto';
import type { CellId, Exec, ExecutionRecord } from '../../slicer/index.ts';
import { withCount } from '../documents/index.ts';
import type { TracedRun } from '../session/index.ts';
import { messageOf } from '../words/index.ts';
import { FoundInputs } from './found-inputs.ts';
import { judgeRun } from './judged-run.ts';
import { KnownState } from './known-state.ts';
import { NameSources } from './needed-names.ts';
import { namesBound, namesRead, restoredRecord } from './restored-record.ts';
import { runFacts } from './run-facts.ts';
import { RunKeeper, type SavedRun } from './run-keeper.ts';
import type { CellReport } from './run-report.ts';
import { needsWholeSession, type StoreWishes } from './session-with-store.ts';
import { type AskedKernel, BEGUN, type Begun, PLACE, type Place } from './store-answers.ts';
import type { StoreFolder } from './store-folder.ts';
import { isForLive, lookUp } from './stored-lookup.ts';
import type { StateAfter, StoredRun } from './stored-run.ts';

/** A cell that the core is about to run. */
export interface DueCell {
  readonly exec: Exec;
  readonly cell: CellId;
  readonly source: string;
}

/** Cells that have run in this kernel, with the numbers of their last executions. */
export type RanCells = readonly (readonly [cell: CellId, exec: Exec])[];

/** A stored run stands for the cell; its names are bound. */
export interface RestoredRun {
  readonly type: 'restored';
  readonly record: ExecutionRecord;
  readonly stored: StoredRun;
  /** The number of the input. */
  readonly count: number;
}

/** The cell has to run. */
export interface StartedRun {
  readonly type: 'runs';
  /** Takes the ended run; the kernel has run nothing else since. */
  readonly ended: (run: TracedRun) => Promise<JudgedEnd | null>;
}

/** What follows when the core has taken the run. `isSettled`: whether the cell found what a run from the top finds. */
export type JudgedEnd = (isSettled: boolean) => void;

interface Change {
  readonly exec: Exec;
  readonly after: StateAfter;
}

const CHANGED = 'the session has changed since the cells above ran';

export class ReactiveStore {
  readonly #kernel: AskedKernel;
  readonly #store: StoreFolder;
  readonly #from: number;
  readonly #folder: string;
  readonly #keeper: RunKeeper;
  readonly #sources = new NameSources();
  /** The state of the kernel, as all runs in their order have left it. */
  readonly #actual = new KnownState();
  readonly #changes = new Map<CellId, Change>();
  #place: Place | null = null;
  #isLost = false;
  /** The settings that the next run finds, unless anything happens in the kernel before it; null: unknown. */
  #next: Readonly<Record<string, string>> | null = null;

  /** `folder`: the working directory of the kernel at its start. */
  constructor(
    kernel: AskedKernel,
    store: StoreFolder,
    { from, times }: Omit<StoreWishes, 'resumes'>,
    folder: string,
  ) {
    this.#kernel = kernel;
    this.#store = store;
    this.#from = from;
    this.#folder = folder;
    this.#keeper = new RunKeeper(kernel, store, folder, times);
  }

  /** The fates of the runs so far. */
  get reports(): readonly CellReport[] {
    return this.#keeper.reports;
  }

  /** Where the kernel runs; null before its first cell. */
  get place(): Place | null {
    return this.#place;
  }

  /** Something has changed the kernel's state without the store's knowledge: nothing more is stored or restored. */
  distrust(): void {
    this.#isLost = true;
  }

  /** The core has put the world as other cells leave it. */
  placed(): void {
    this.#next = null;
  }

  /** Saved copies were bound in place of another run of a cell. */
  putBack(cell: CellId, exec: Exec): void {
    this.#next = null;
    const change = this.#changes.get(cell);
    if (change === undefined) this.distrust();
    else {
      this.#changes.set(cell, { ...change, exec });
      this.#actual.apply(change.after);
    }
  }

  /** Waits until all values have been read back, and the runs are stored. */
  finish(): Promise<void> {
    return this.#keeper.finish();
  }

  /**
   * Takes a cell's stored run, or prepares the cell's run. `above`: the cells above it; `sources`: the texts of all
   * cells. Null: the store cannot follow the cell. No fault of the store stops a cell.
   */
  async begin(
    due: DueCell,
    above: RanCells,
    sources: Iterable<string>,
    mayRestore: boolean,
  ): Promise<RestoredRun | StartedRun | null> {
    if (this.#isLost) {
      this.#keeper.notStored(due.cell, CHANGED);
      return null;
    }
    try {
      return await this.#restoreOrStart(due, above, sources, mayRestore);
    } catch (error) {
      return this.#fail(due.cell, error);
    }
  }

  #fail(cell: CellId, error: unknown): null {
    this.distrust();
    this.#keeper.notStored(cell, messageOf(error));
    return null;
  }

  async #restoreOrStart(
    due: DueCell,
    above: RanCells,
    sources: Iterable<string>,
    mayRestore: boolean,
  ): Promise<RestoredRun | StartedRun | null> {
    this.#place ??= await this.#kernel.ask('place', {}, PLACE);
    const settings = this.#next ?? (await this.#begin({}))?.settings;
    this.#next = null;
    const place = this.#place;
    if (settings === undefined || place === null) return null;
    const state = this.#before(above);
    const isAsLeft = this.#isAsLeft(state, above);
    let missed: string | null = null;
    if (mayRestore && isAsLeft && ![...sources].some(needsWholeSession)) {
      const inputs = this.#inputs(state, place);
      const asked = { settings: async () => settings, kernel: this.#kernel };
      const found = await lookUp(this.#store, state, inputs, due.source, asked, isForLive);
      const restored = found.stored && (await this.#restore(found.stored, due, state));
      if (restored) return restored;
      missed = found.stored === null ? found.why : 'its values cannot be read';
    }
    const at = Date.now();
    const ended = (run: TracedRun): Promise<JudgedEnd | null> =>
      this.#ended(run, due, { state, place, settings, at, missed, isAsLeft }).catch((error) =>
        this.#fail(due.cell, error),
      );
    return { type: 'runs', ended };
  }

  #begin(given: object): Promise<Begun | null> {
    return this.#kernel.ask('begin', { load: [], drop: [], modules: [], count: null, ...given }, BEGUN);
  }

  #inputs(state: KnownState, place: Place): FoundInputs {
    return new FoundInputs(state, this.#sources, this.#folder, () => place);
  }

  /** The state that the cells above have left. */
  #before(above: RanCells): KnownState {
    const state = new KnownState();
    for (const [cell] of above) {
      const change = this.#changes.get(cell);
      if (change !== undefined) state.apply(change.after);
    }
    return state;
  }

  /** Whether the store knows the runs of the cells above, and the world is as these left it. */
  #isAsLeft(state: KnownState, above: RanCells): boolean {
    const locations = new Set([...state.changedWorld, ...this.#actual.changedWorld]);
    return (
      above.every(([cell, exec]) => this.#changes.get(cell)?.exec === exec) &&
      [...locations].every((location) => state.world(location) === this.#actual.world(location))
    );
  }

  /** The names of cells below: the kernel has other versions than the cells above left. */
  #namesOfOthers(state: KnownState): readonly string[] {
    const names = new Set([...state.names, ...this.#actual.names]);
    return [...names].filter((name) => state.version(name) !== this.#actual.version(name));
  }

  /** Binds the names of a stored run; null where its values cannot be read. */
  async #restore(stored: StoredRun, due: DueCell, state: KnownState): Promise<RestoredRun | null> {
    const begun = await this.#begin({
      load: this.#store.filesOf(stored.values),
      drop: stored.after.deleted,
      modules: stored.modules,
      reads: namesRead(stored),
      cell: due.cell,
    });
    if (begun?.settings === undefined) {
      // (nobody knows how far it came)
      if (begun === null) this.distrust();
      return null;
    }
    const record = await restoredRecord(stored, due, begun, this.#folder);
    this.#changes.set(due.cell, { exec: due.exec, after: stored.after });
    state.apply(stored.after);
    const bound = namesBound(stored);
    const names = Object.fromEntries(bound.map((name) => [name, state.version(name) ?? randomUUID()]));
    this.#actual.apply({ ...stored.after, names: { ...stored.after.names, ...names } });
    this.#sources.bound(bound, due.source);
    this.#store.used(stored);
    this.#keeper.restored(due.cell, stored);
    const count = begun.count ?? due.exec;
    return {
      type: 'restored',
      record,
      stored: { ...stored, outputs: withCount(stored.outputs, count) },
      count,
    };
  }

  async #ended(
    run: TracedRun,
    { exec, cell, source }: DueCell,
    { state, place, settings, at, missed, isAsLeft }: Before,
  ): Promise<JudgedEnd> {
    const facts = runFacts(run.record);
    const own = new Set([...facts.bound, ...facts.deleted]);
    const without = this.#namesOfOthers(state).filter((name) => !own.has(name));
    const judged = await judgeRun(this.#kernel, run, source, at, facts, {
      state,
      inputs: this.#inputs(state, place),
      settings,
      without,
      from: this.#from,
      doubts: isAsLeft && !this.#isLost ? [] : [CHANGED],
    });
    const { change, limits, looked } = judged;
    this.#next = looked.settings ?? null;
    this.#changes.set(cell, { exec, after: change.after });
    this.#actual.apply(change.after);
    this.#sources.bound([...facts.bound, ...change.changed], source);
    this.#sources.leadsToCode(looked.code ?? []);
    const why = (reason: string): string => (missed === null ? reason : `${missed}; ${reason}`);
    const saved: SavedRun | string = limits[0] ?? (await this.#keeper.save(judged, place));
    return (isSettled) => {
      if (typeof saved === 'string') this.#keeper.notStored(cell, why(saved));
      else if (isSettled) this.#keeper.keep(cell, saved, why);
      else {
        this.#keeper.drop(saved);
        this.#keeper.notStored(cell, why('a run from the top would give it other values'));
      }
    };
  }
}

/** What is known before a run. */
interface Before {
  readonly state: KnownState;
  readonly place: Place;
  readonly settings: Readonly<Record<string, string>>;
  readonly at: number;
  /** Why no stored run was taken; null: the text has none. */
  readonly missed: string | null;
  /** Whether the world is as the cells above left it. */
  readonly isAsLeft: boolean;
}
