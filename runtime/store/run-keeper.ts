/** Keeps runs: writes their values into files, reads these back, and then writes the entries. */

import { randomUUID } from 'node:crypto';
import { messageOf } from '../words/index.ts';
import { PLACED } from './found-inputs.ts';
import type { JudgedRun } from './judged-run.ts';
import { digestOf } from './known-state.ts';
import { STREAMS } from './run-facts.ts';
import type { CellReport } from './run-report.ts';
import { type AskedKernel, type Place, SAVED, type Saved } from './store-answers.ts';
import type { StoreFolder } from './store-folder.ts';
import { takeFiles } from './stored-files.ts';
import { type Input, STORE_VERSION, type StoredRun } from './stored-run.ts';
import { ValuesChecker } from './values-checker.ts';

/** The longest value. */
const MOST_BYTES = 2_000_000_000;
const TIMES = 5;
/** Seconds for writing, where time does not matter. */
const LONG = 60;
const TITLE = 80;

/** A run whose values are in new files. */
export interface SavedRun {
  readonly stored: StoredRun;
  readonly paths: readonly string[];
  /** By file: the classes that may be the cause when its values come back different. */
  readonly classes: readonly (readonly string[])[];
  /** Seconds for writing. */
  readonly written: number;
}

/** The inputs of a run; where its values have the path of the folder, this path is one of them. */
function inputsOf({ inputs }: JudgedRun, saved: readonly Saved[], folder: string): readonly Input[] {
  const isPlaced = saved.some(({ placed }) => placed) && !inputs.some(([, name]) => name === PLACED);
  return isPlaced ? [...inputs, ['world', PLACED, digestOf(folder)]] : inputs;
}

export class RunKeeper {
  readonly #kernel: AskedKernel;
  readonly #store: StoreFolder;
  readonly #folder: string;
  readonly #times: number;
  readonly #reports: CellReport[] = [];
  readonly #checks: Promise<void>[] = [];
  #checker: ValuesChecker | null = null;

  /** `folder`: the working directory of the kernel at its start. `times`: see `StoreWishes`. */
  constructor(kernel: AskedKernel, store: StoreFolder, folder: string, times: number = TIMES) {
    this.#kernel = kernel;
    this.#store = store;
    this.#folder = folder;
    this.#times = times;
  }

  /** The fates of the cells so far. */
  get reports(): readonly CellReport[] {
    return this.#reports;
  }

  /** Notes a cell that ran, and is not stored. */
  notStored(cell: string, why: string): void {
    this.#reports.push({ cell, fate: 'not stored', why });
  }

  restored(cell: string, { at, source, key, author }: StoredRun): void {
    const by = author === undefined ? '' : ` by ${author}`;
    const why = `computed ${new Date(at).toISOString()}${by}`;
    this.#reports.push({ cell, fate: 'restored', why, run: [source, key] });
  }

  /** Waits until all values have been read back, and the runs are stored. */
  async settle(): Promise<void> {
    await Promise.all(this.#checks.splice(0));
  }

  /** Settles, and ends the process that reads values back. */
  async finish(): Promise<void> {
    await this.settle();
    this.#checker?.close();
    this.#checker = null;
  }

  /** Writes the values of a run, which the kernel still has; or tells the reason against storing the run. */
  async save(judged: JudgedRun, place: Place): Promise<SavedRun | string> {
    const { run, facts, change, looked, key, source } = judged;
    const streams = [...facts.worldWrites].filter((name) => STREAMS.has(name));
    const wanted = [
      ...change.values.map((names) => ({ names, streams: false })),
      ...(streams.length > 0 ? [{ names: streams, streams: true }] : []),
    ].map((each) => ({ ...each, path: this.#store.newFile(randomUUID()) }));
    const paths = wanted.map(({ path }) => path);
    const seconds = run.ms.run / 1000;
    try {
      const files = await takeFiles(this.#store, facts.filesWritten, this.#folder);
      const saved = await this.#kernel.ask(
        'save',
        {
          files: wanted,
          changed: [...facts.changed],
          most: MOST_BYTES,
          seconds: this.#times === 0 ? LONG : seconds / this.#times,
          refused: this.#store.refused,
          shared: this.#store.isShared,
        },
        SAVED,
      );
      const refusal =
        saved === null ? 'the kernel does not answer' : saved.find(({ reason }) => reason)?.reason;
      if (saved === null || refusal !== undefined) {
        this.#store.dropNew(paths);
        return refusal ?? '';
      }
      const stored: StoredRun = {
        version: STORE_VERSION,
        key,
        source: digestOf(source),
        title: source.trim().split('\n')[0]!.slice(0, TITLE),
        inputs: inputsOf(judged, saved, this.#folder),
        settings: judged.settings,
        after: change.after,
        values: saved.map((each, at) => ({
          names: wanted[at]!.names,
          streams: wanted[at]!.streams,
          sha256: each.sha256!,
          size: each.size!,
          fingerprint: each.fingerprint!,
          ...(each.plain === true ? { plain: true } : {}),
        })),
        files,
        outputs: run.result.outputs,
        modules: looked.modules,
        ...(run.record.unset === undefined ? {} : { unset: run.record.unset }),
        at: judged.at,
        ms: run.ms.run,
        python: place.python,
        path: place.path,
      };
      const written = saved.reduce((sum, each) => sum + (each.seconds ?? 0), 0);
      return { stored, paths, classes: saved.map((each) => each.classes ?? []), written };
    } catch (error) {
      this.#store.dropNew(paths);
      return messageOf(error);
    }
  }

  /** Reads the values back, and then writes the entry. `why` completes the reason against it. */
  keep(cell: string, saved: SavedRun, why: (reason: string) => string): void {
    const index =
      this.#reports.push({ cell, fate: 'not stored', why: 'its values are not read back yet' }) - 1;
    const ended = (reason: string | null): void => {
      const told = { cell, why: why(reason ?? '') };
      const { source, key } = saved.stored;
      this.#reports[index] =
        reason === null ? { ...told, fate: 'stored', run: [source, key] } : { ...told, fate: 'not stored' };
    };
    const failed = (error: unknown): void => {
      this.drop(saved);
      ended(messageOf(error));
    };
    this.#checks.push(this.#check(saved).then(ended, failed));
  }

  /** Drops the values of a run that is not stored. */
  drop({ paths }: SavedRun): void {
    this.#store.dropNew(paths);
  }

  /** Reads the values back, and writes the entry; the reason against it, or null. */
  async #check({ stored, paths, classes, written }: SavedRun): Promise<string | null> {
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
    if (stored.ms / 1000 <= this.#times * (written + reading)) {
      this.#store.dropNew(paths);
      return 'reading its values takes as long as computing them';
    }
    for (const [at, { sha256 }] of stored.values.entries()) this.#store.takeValue(paths[at]!, sha256);
    this.#store.write(stored);
    return null;
  }
}
