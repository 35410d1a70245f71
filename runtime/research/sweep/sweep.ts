/**
 * One sweep: its combinations, the results so far, and the summary. Callers give the kernels, and say where results go. The command
 * and the page of a notebook have this in common.
 */

import { type Notebook, setParameters } from '../../documents/index.ts';
import { counted } from '../../words/index.ts';
import { type Combination, combinationsOf, inParts, type SweptParameter } from './combinations.ts';
import type { SweepReport } from './report-content.ts';
import { type JobKernel, runCombinations } from './sweep-job.ts';
import { keyOf, parametersJson, type SweepPoint, type SweptFigure } from './sweep-point.ts';

/** What a sweep varies and collects. */
export interface SweepSettings {
  readonly parameters: readonly SweptParameter[];
  readonly collect: readonly string[];
  readonly jobs: number;
  /** The time limit of a cell; null: none. */
  readonly timeoutMs: number | null;
}

/** The numbers of a sweep, as `--json` prints them. */
export interface SweepSummary {
  readonly type: 'summary';
  readonly points: number;
  readonly failed: number;
  /** Points of an earlier run of the same sweep. */
  readonly known: number;
  readonly cells_run: number;
  readonly cells_full: number;
  readonly ms: number;
}

/** The receiver of a sweep's results. */
export interface SweepFollower {
  readonly open: () => Promise<JobKernel>;
  /** Receives each new point at once. `kept`: the same without the data of figures that an earlier point has. */
  readonly each: (point: SweepPoint, kept: SweepPoint) => void;
  /** Ends the sweep; combinations that run then have no result. */
  readonly signal?: AbortSignal;
}

export class Sweep {
  readonly #notebook: Notebook;
  readonly #file: string;
  readonly #settings: SweepSettings;
  readonly #all: readonly Combination[];
  readonly #points = new Map<string, SweepPoint>();
  /** The data of figures, by hash. */
  readonly #figures = new Map<string, string>();
  /** Sentences about parameters that people may have meant otherwise. */
  readonly notes: readonly string[];
  #known = 0;
  #ms = 0;

  /** `file`: the name of the notebook in results. @throws {SluiceError} 2 when a value cannot be set: nothing has run then. */
  constructor(notebook: Notebook, file: string, settings: SweepSettings) {
    const { parameters } = settings;
    const first = parameters.map(({ values }) => values[0]!);
    const { notes, cells } = setParameters(notebook, first);
    for (const { values } of parameters) for (const value of values) setParameters(notebook, [value]);
    this.#notebook = notebook;
    this.#file = file;
    this.#settings = settings;
    this.#all = combinationsOf(parameters, (name) => cells.get(name) ?? 0);
    this.notes = notes;
  }

  /** The number of all combinations. */
  get size(): number {
    return this.#all.length;
  }

  /** Takes a point of an earlier run. */
  take(point: SweepPoint): void {
    this.#add(point);
    this.#known = this.#all.length - this.waiting.length;
  }

  /** The combinations without a result. */
  get waiting(): readonly Combination[] {
    return this.#all.filter((combination) => !this.#points.has(keyOf(parametersJson(combination))));
  }

  /** Runs the combinations without a result. */
  async run({ open, each, signal }: SweepFollower): Promise<void> {
    const { collect, timeoutMs, jobs } = this.#settings;
    const task = { notebook: this.#notebook, file: this.#file, collect, timeoutMs, open };
    const started = performance.now();
    const take = (point: SweepPoint): void => each(point, this.#add(point));
    try {
      await Promise.all(inParts(this.waiting, jobs).map((part) => runCombinations(task, part, take, signal)));
    } finally {
      this.#ms += performance.now() - started;
    }
  }

  /** The points so far; the last parameter changes first. */
  get points(): readonly SweepPoint[] {
    const sorted = this.#all.toSorted((a, b) => this.#byGrid(a, b));
    return sorted.flatMap((combination) => this.#points.get(keyOf(parametersJson(combination))) ?? []);
  }

  get summary(): SweepSummary {
    const { points } = this;
    const sum = (key: 'cells_run' | 'cells_full') => points.reduce((total, point) => total + point[key], 0);
    return {
      type: 'summary',
      points: points.length,
      failed: points.filter(({ error }) => error !== null).length,
      known: this.#known,
      cells_run: sum('cells_run'),
      cells_full: sum('cells_full'),
      ms: Math.round(this.#ms),
    };
  }

  /** The summary as a sentence. */
  get saved(): string {
    const { points, failed, cells_run: ran, cells_full: full } = this.summary;
    const share = full === 0 ? 0 : Math.round(100 * (1 - ran / full));
    const failures = failed === 0 ? '' : `, ${failed} failed`;
    return `${counted(points, 'combination')}${failures}; ${counted(ran, 'cell')} ran, where full runs would run ${full} (${share} % saved)`;
  }

  get report(): SweepReport {
    const { parameters, collect } = this.#settings;
    const { points, saved } = this;
    return { file: this.#file, parameters, collect, points, saved, figures: this.#figures };
  }

  /** Adds a point; returns it without the data of figures that were there before. */
  #add(point: SweepPoint): SweepPoint {
    const figures = point.figures.map(({ data, ...figure }): SweptFigure => {
      if (data === undefined || this.#figures.has(figure.hash)) return figure;
      this.#figures.set(figure.hash, data);
      return { ...figure, data };
    });
    const bare = figures.map(({ data: _, ...rest }) => rest);
    this.#points.set(keyOf(point.parameters), { ...point, figures: bare });
    return { ...point, figures };
  }

  #byGrid(a: Combination, b: Combination): number {
    for (const [at, { values }] of this.#settings.parameters.entries()) {
      const difference = values.indexOf(a[at]!) - values.indexOf(b[at]!);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}
