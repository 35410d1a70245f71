/**
 * A session of a notebook with a store, from top to bottom: each cell is looked up by what it would find, and runs
 * if no stored run found the same. Values come into the kernel when a cell that runs may use them.
 */

import { randomUUID } from 'node:crypto';
import { namesOfText } from '../../slicer/index.ts';
import type { Output, RunRequest } from '../kernel/index.ts';
import type { TracedRun } from '../session/index.ts';
import { messageOf } from '../words/index.ts';
import { usesHistory } from './doubtful-text.ts';
import { stateOf } from './found-files.ts';
import { FoundInputs } from './found-inputs.ts';
import { ALL, digestOf, HIDDEN, KnownState } from './known-state.ts';
import { NameSources } from './needed-names.ts';
import { PendingValues } from './pending-values.ts';
import { type RunFacts, runFacts, STREAMS } from './run-facts.ts';
import { type Change, stateChange } from './state-change.ts';
import { type AskedKernel, BEGUN, LOOKED, type Looked, PLACE, type Place, SAVED } from './store-answers.ts';
import type { CellReport, StoreFolder } from './store-folder.ts';
import { putFiles, takeFiles } from './stored-files.ts';
import { type Input, STORE_VERSION, type StoredRun } from './stored-run.ts';
import { ValuesChecker } from './values-checker.ts';

/** A kernel that runs cells and answers the store's questions. */
export interface StoreKernel extends AskedKernel {
  run(exec: number, cell: string, source: string, request?: Partial<RunRequest>): Promise<TracedRun>;
}

export interface StoreWishes {
  /** Whether stored runs are used; without it, runs are only stored. */
  readonly resumes: boolean;
  /** The shortest run that is stored, in seconds. */
  readonly from: number;
  /** A stored run took so many times as long as writing and reading what it left (5). */
  readonly times?: number;
}

/** A cell that ran, or whose stored run stands for it. */
export type Outcome =
  | { readonly type: 'ran'; readonly run: TracedRun }
  | { readonly type: 'restored'; readonly stored: StoredRun };

/** The session cannot go on with restored cells: the notebook has to run from the top, in a new kernel. */
export class CannotResume extends Error {}

/** The longest value. */
const MOST_BYTES = 2_000_000_000;
const TIMES = 5;
/** Seconds for writing, where time does not matter. */
const LONG = 60;
const MOST_OUTPUT = 20_000_000;
const TITLE = 80;
/** Between words; Python's names may have letters of any language. */
const NO_WORD = /[^\p{L}\p{M}\p{N}_]+/u;

interface Prepared {
  readonly settings: Readonly<Record<string, string>>;
}

export class SessionWithStore {
  readonly #kernel: StoreKernel;
  readonly #store: StoreFolder;
  readonly #wishes: StoreWishes;
  readonly #folder: string;
  readonly #state = new KnownState();
  readonly #pending = new PendingValues();
  readonly #sources = new NameSources();
  readonly #reports: CellReport[] = [];
  readonly #checks: Promise<void>[] = [];
  readonly #inputs: FoundInputs;
  #place: Place | null = null;
  #checker: ValuesChecker | null = null;
  #resumes: boolean;
  #settings: Readonly<Record<string, string>> | null = null;

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
    this.#folder = folder;
    this.#inputs = new FoundInputs(this.#state, this.#sources, folder, () => this.#place?.installed ?? '');
    this.#resumes = wishes.resumes && !sources.some(needsWholeSession);
  }

  get #times(): number {
    return this.#wishes.times ?? TIMES;
  }

  /** The fates of the cells so far. */
  get reports(): readonly CellReport[] {
    return this.#reports;
  }

  /** Takes a cell's stored run, or runs the cell. @throws {CannotResume} */
  async run(exec: number, cell: string, source: string, request: Partial<RunRequest>): Promise<Outcome> {
    this.#place ??= await this.#kernel.ask('place', {}, PLACE);
    const { stored, why } = this.#resumes ? await this.#lookUp(source) : { stored: null, why: null };
    if (stored !== null) {
      this.#restore(stored, cell, source);
      return {
        type: 'restored',
        stored: { ...stored, outputs: stored.outputs.map((each) => counted(each, exec)) },
      };
    }
    const prepared = await this.#prepare(source, exec);
    const at = Date.now();
    const run = await this.#kernel.run(exec, cell, source, request);
    this.#settings = null;
    await this.#take(run, cell, source, prepared, at, why);
    return { type: 'ran', run };
  }

  /** Something has changed the kernel's state outside of any cell. */
  distrust(): void {
    this.#state.apply({ names: {}, groups: [], deleted: [], world: { [ALL]: randomUUID() } });
  }

  /** Waits until all values have been read back, and the runs are stored. */
  async finish(): Promise<void> {
    await Promise.all(this.#checks);
    this.#checker?.close();
  }

  // -- before a run

  async #lookUp(source: string): Promise<{ readonly stored: StoredRun | null; readonly why: string | null }> {
    const candidates = this.#store.candidates(digestOf(source));
    if (candidates.length === 0) return { stored: null, why: null };
    const settings = await this.#liveSettings();
    let why: string | null = null;
    for (const stored of candidates) {
      const other = await this.#otherInput(stored, settings);
      if (other === null) {
        if (
          stored.values.every(({ sha256, size }) => this.#store.hasValue(sha256, size)) &&
          (await putFiles(this.#store, stored))
        )
          return { stored, why: null };
        why ??= 'a file of its values is gone';
      } else why ??= other;
    }
    return { stored: null, why };
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

  /** The first input that is another one now, in words; null: none. */
  async #otherInput(stored: StoredRun, settings: Readonly<Record<string, string>>): Promise<string | null> {
    for (const [kind, name, value] of stored.inputs) {
      if (kind === 'name') {
        if (this.#state.signature(name) !== value) return `${name} is another value`;
      } else if (kind === 'world') {
        if (this.#inputs.world(name) !== value) return `${worldWords(name)} has changed`;
      } else if ((await stateOf(kind, name)) !== value) return `${name} has changed`;
    }
    for (const [location, digest] of Object.entries(settings)) {
      if (stored.settings[location] !== digest) return `${location} is not as it was`;
    }
    return null;
  }

  async #prepare(source: string, exec: number): Promise<Prepared> {
    const { load, drop, modules } = this.#pending.take(this.#sources.neededBy(source));
    const files = load.map(({ names, streams, sha256, size }) => ({
      names,
      streams,
      sha256,
      size,
      path: this.#store.valuePath(sha256),
    }));
    return { settings: await this.#begin({ load: files, drop, modules, count: exec }) };
  }

  // -- a stored run in place of a run

  #restore(stored: StoredRun, cell: string, source: string): void {
    this.#store.used(stored);
    this.#state.apply(stored.after);
    this.#pending.restored(stored);
    this.#sources.bound(Object.keys(stored.after.names), source);
    this.#reports.push({ cell, fate: 'restored', why: `computed ${new Date(stored.at).toISOString()}` });
  }

  // -- after a run

  async #take(
    run: TracedRun,
    cell: string,
    source: string,
    { settings }: Prepared,
    at: number,
    missed: string | null,
  ): Promise<void> {
    const facts = runFacts(run.record);
    this.#mustHaveAll(facts, run);
    this.#pending.replaced([...facts.bound, ...facts.deleted]);
    const without = this.#pending.names;
    const looked = (await this.#kernel.ask(
      'look',
      { written: [...facts.changed], without, source },
      LOOKED,
    )) ?? {
      doubts: ['the kernel does not answer'],
      modules: [],
    };
    const doubts = [...facts.doubts, ...looked.doubts.map((kind) => DOUBT_WORDS[kind] ?? kind)];
    const inputs = await this.#inputs.of(facts, run.record.watched ?? [], source, looked, doubts);
    const key = doubts.length === 0 ? keyOf(source, inputs, settings) : randomUUID();
    const change = stateChange(this.#state, facts, looked, key, without);
    this.#state.apply(change.after);
    this.#sources.bound([...facts.bound, ...change.changed], source);
    this.#sources.leadsToCode(looked.code ?? []);
    const limits = [...doubts, ...facts.limits, ...change.limits, ...this.#limitsOf(run)];
    const why = (reason: string): string => (missed === null ? reason : `${missed}; ${reason}`);
    const [limit] = limits;
    if (limit !== undefined) {
      this.#reports.push({ cell, fate: 'not stored', why: why(limit) });
      return;
    }
    await this.#keep(run, cell, { facts, looked, inputs, settings, key, change, source, at, why });
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

  #limitsOf({ result, ms }: TracedRun): readonly string[] {
    if (ms.run < 1000 * this.#wishes.from) return [`it takes less than ${this.#wishes.from} s`];
    if (result.fold.displays.size > 0) return ['it shows something that other cells may change'];
    const length = JSON.stringify(result.outputs).length;
    if (length > MOST_OUTPUT) return ['its outputs are too long'];
    const isLive = (output: Output): boolean =>
      'data' in output && Object.keys(output.data).some((type) => /widget|bokeh|holoviews/.test(type));
    return result.outputs.some(isLive) ? ['it shows a widget'] : [];
  }

  async #keep(run: TracedRun, cell: string, found: Found): Promise<void> {
    const { facts, change, looked, key, source, why } = found;
    const report = (fate: CellReport['fate'], reason: string): void => {
      this.#reports.push({ cell, fate, why: why(reason) });
    };
    const streams = [...facts.worldWrites].filter((name) => STREAMS.has(name));
    const wanted = [
      ...change.values.map((names) => ({ names, streams: false })),
      ...(streams.length > 0 ? [{ names: streams, streams: true }] : []),
    ].map((each) => ({ ...each, path: this.#store.newFile(randomUUID()) }));
    const seconds = run.ms.run / 1000;
    try {
      const files = await takeFiles(this.#store, facts.filesWritten);
      const saved = await this.#kernel.ask(
        'save',
        {
          files: wanted,
          changed: [...facts.changed],
          most: MOST_BYTES,
          seconds: this.#times === 0 ? LONG : seconds / this.#times,
          refused: this.#store.refused,
        },
        SAVED,
      );
      const refusal =
        saved === null ? 'the kernel does not answer' : saved.find(({ reason }) => reason)?.reason;
      if (saved === null || refusal !== undefined) {
        this.#store.dropNew(wanted.map(({ path }) => path));
        return report('not stored', refusal ?? '');
      }
      const place = this.#place!;
      const stored: StoredRun = {
        version: STORE_VERSION,
        key,
        source: digestOf(source),
        title: source.trim().split('\n')[0]!.slice(0, TITLE),
        inputs: found.inputs,
        settings: found.settings,
        after: change.after,
        values: saved.map((each, at) => ({
          names: wanted[at]!.names,
          streams: wanted[at]!.streams,
          sha256: each.sha256!,
          size: each.size!,
          fingerprint: each.fingerprint!,
        })),
        files,
        outputs: run.result.outputs,
        modules: looked.modules,
        at: found.at,
        ms: run.ms.run,
        python: place.python,
        path: place.path,
      };
      const index =
        this.#reports.push({ cell, fate: 'not stored', why: 'its values are not read back yet' }) - 1;
      const written = saved.reduce((sum, each) => sum + (each.seconds ?? 0), 0);
      const check = this.#check(
        stored,
        wanted.map(({ path }) => path),
        saved.map((s) => s.classes ?? []),
        written,
      );
      this.#checks.push(
        check.then(
          (reason) => {
            this.#reports[index] = {
              cell,
              fate: reason === null ? 'stored' : 'not stored',
              why: why(reason ?? ''),
            };
          },
          (error: unknown) => {
            this.#store.dropNew(wanted.map(({ path }) => path));
            this.#reports[index] = { cell, fate: 'not stored', why: why(messageOf(error)) };
          },
        ),
      );
    } catch (error) {
      this.#store.dropNew(wanted.map(({ path }) => path));
      report('not stored', messageOf(error));
    }
  }

  /** Reads the values back, and writes the entry; the reason against it, or null. */
  async #check(
    stored: StoredRun,
    paths: readonly string[],
    classes: readonly (readonly string[])[],
    written: number,
  ): Promise<string | null> {
    let reading = 0;
    for (const [at, { sha256, size, fingerprint, names }] of stored.values.entries()) {
      this.#checker ??= new ValuesChecker(stored.python, stored.path, this.#folder);
      const back = await this.#checker.check(paths[at]!, sha256, size);
      if (back.fingerprint !== fingerprint) {
        const [kind, ...others] = classes[at]!;
        if (kind !== undefined && others.length === 0) this.#store.refuse(kind);
        this.#store.dropNew(paths);
        return `${names.join(', ')}: ${back.error ?? 'it comes back different'}`;
      }
      reading += back.seconds ?? 0;
    }
    if (stored.ms / 1000 <= this.#times * (written + reading))
      return 'reading its values takes as long as computing them';
    for (const [at, { sha256 }] of stored.values.entries()) this.#store.takeValue(paths[at]!, sha256);
    this.#store.write(stored);
    return null;
  }
}

const DOUBT_WORDS: Readonly<Record<string, string>> = {
  chance: 'it asks the system for random numbers',
  network: 'it uses the network',
  personal: 'it reads a variable of the environment that describes a terminal',
};

interface Found {
  readonly facts: RunFacts;
  readonly looked: Looked;
  readonly inputs: readonly Input[];
  readonly settings: Readonly<Record<string, string>>;
  readonly key: string;
  readonly change: Change;
  readonly source: string;
  readonly at: number;
  readonly why: (reason: string) => string;
}

/** Whether a cell looks at numbered inputs or outputs, which restored cells do not have. */
function needsWholeSession(source: string): boolean {
  return usesHistory(source) || ['_', '__', '___'].some((name) => namesOfText(source).live.has(name));
}

function keyOf(source: string, inputs: readonly Input[], settings: Readonly<Record<string, string>>): string {
  return digestOf([STORE_VERSION, source, inputs, Object.entries(settings).sort()]);
}

function worldWords(name: string): string {
  if (name === HIDDEN) return 'what modules and libraries hold';
  return name === ALL ? 'the session' : name;
}

/** An output of the run with this number. */
function counted(output: Output, count: number): Output {
  return output.output_type === 'execute_result' ? { ...output, execution_count: count } : output;
}
