/** `sluice sweep`: runs a notebook for many combinations of parameters, each time only the cells that depend on them. */

import { createHash } from 'node:crypto';
import { type CodeCell, hasTag, type Notebook, readNotebook, setParameters } from '../documents/index.ts';
import {
  type Combination,
  combinationsOf,
  inParts,
  type JobKernel,
  keyOf,
  parametersJson,
  ResultsFile,
  runCombinations,
  type SweepPoint,
  type SweptFigure,
  saveSweepReport,
} from '../research/index.ts';
import { fromNotebook } from '../sources/index.ts';
import { counted, SluiceError } from '../words/index.ts';
import type { Command } from './arguments.ts';
import { sayMended } from './opening-note.ts';
import { checkOutputPath } from './output-path.ts';
import { print, printJson } from './print.ts';
import { oneLine, progress } from './progress.ts';
import { shownPath } from './shown-path.ts';
import { type Workplace, withWorkplace } from './workplace.ts';

type SweepCommand = Extract<Command, { type: 'sweep' }>;

/** Runs the command; returns the exit code: 1 if a combination failed. */
export async function sweep(command: SweepCommand): Promise<number> {
  const { path, out, report, parameters, collect } = command;
  const notebook = readNotebook(path);
  sayMended(notebook);
  for (const file of [out, report]) if (file !== null) checkOutputPath(file, path);
  if (command.inPlace && command.jobs > 1)
    throw new SluiceError('--in-place runs one job, because several would change the same files');
  // every value is checked before anything runs
  const first = parameters.map(({ values }) => values[0]!);
  const { notes, cells } = setParameters(notebook, first);
  for (const { values } of parameters) for (const value of values) setParameters(notebook, [value]);
  for (const note of notes) progress(`note: ${note}`);
  const all = combinationsOf(parameters, (name) => cells.get(name) ?? 0);
  const results = new SweepResults();
  const file = out === null ? null : await openResults(command, notebook, out, results);
  const waiting = all.filter((combination) => !results.has(combination));
  if (waiting.length < all.length)
    progress(`${counted(all.length - waiting.length, 'combination')} in ${shownPath(out!)} already`);
  const started = performance.now();
  try {
    if (waiting.length > 0)
      await withWorkplace(command, path, async (workplace) => {
        const task = {
          notebook,
          file: shownPath(path),
          collect,
          timeoutMs: command.timeoutMs,
          open: () => openPlace(workplace, notebook),
        };
        const each = (point: SweepPoint): void => {
          const kept = results.add(point);
          file?.append(kept);
          if (command.json) printJson(printed(point));
          else print(pointLine(point));
        };
        const parts = inParts(waiting, command.jobs);
        await Promise.all(parts.map((part) => runCombinations(task, part, each)));
      });
  } finally {
    file?.close();
  }
  const points = all.toSorted(byGrid(command)).map((combination) => results.get(combination)!);
  const summary = summaryOf(points, performance.now() - started, all.length - waiting.length);
  if (command.json) printJson(summary);
  else progress(summaryText(summary));
  if (report !== null) {
    const saved = summaryText(summary);
    const { figures } = results;
    const csv = await saveSweepReport(report, {
      file: shownPath(path),
      parameters,
      collect,
      points,
      saved,
      figures,
    });
    progress(`saved ${report} and ${shownPath(csv)}`);
  }
  if (out !== null) progress(`saved ${out}`);
  return summary.failed === 0 ? 0 : 1;
}

/** A kernel in a private copy of the notebook's folder. */
async function openPlace(workplace: Workplace, notebook: Notebook): Promise<JobKernel> {
  const copy = await workplace.copy(fromNotebook(notebook).events);
  const kernel = await workplace.kernel(copy);
  workplace.sayOtherKernel(notebook, kernel);
  return {
    kernel,
    original: copy.original,
    close: async () => {
      await workplace.closeKernel(kernel).catch(() => {});
      await workplace.removeCopy(copy);
    },
  };
}

/** The results so far, with the data of each figure once. */
class SweepResults {
  readonly #points = new Map<string, SweepPoint>();
  readonly figures = new Map<string, string>();

  has(combination: Combination): boolean {
    return this.#points.has(keyOf(parametersJson(combination)));
  }

  get(combination: Combination): SweepPoint | undefined {
    return this.#points.get(keyOf(parametersJson(combination)));
  }

  /** Adds a point; returns it without the data of figures that were there before. */
  add(point: SweepPoint): SweepPoint {
    const figures = point.figures.map(({ data, ...figure }): SweptFigure => {
      if (data === undefined || this.figures.has(figure.hash)) return figure;
      this.figures.set(figure.hash, data);
      return { ...figure, data };
    });
    this.#points.set(keyOf(point.parameters), {
      ...point,
      figures: figures.map(({ data: _, ...rest }) => rest),
    });
    return { ...point, figures };
  }
}

function openResults(
  { collect }: SweepCommand,
  notebook: Notebook,
  out: string,
  results: SweepResults,
): Promise<ResultsFile<SweepPoint>> {
  const code = notebook.cells.filter((cell): cell is CodeCell => cell.type === 'code');
  const text = JSON.stringify(code.map((cell) => [cell.source, hasTag(cell, 'skip-execution')]));
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const settings = { code: digest, collect: collect.join('; ') };
  return ResultsFile.open<SweepPoint>(out, 'point', settings, ({ settings: _, ...point }) => {
    results.add(point);
  });
}

/** Combinations in the order of the options: the last parameter changes first. */
function byGrid({ parameters }: SweepCommand): (a: Combination, b: Combination) => number {
  return (a, b) => {
    for (const [at, { values }] of parameters.entries()) {
      const difference = values.indexOf(a[at]!) - values.indexOf(b[at]!);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

/** A point on standard output: figures without their data. */
function printed({ figures, ...point }: SweepPoint): object {
  return { ...point, figures: figures.map(({ data: _, ...figure }) => figure) };
}

function pointLine({ parameters, value, error, cells_run: ran, cells_full: full, ms }: SweepPoint): string {
  const given = Object.entries(parameters).map(([name, each]) => `${name}=${JSON.stringify(each)}`);
  const cells = `${ran} of ${full} cells, ${(ms / 1000).toFixed(1)} s`;
  if (error !== null) return `${given.join(' ')}: ${oneLine(error)} (${cells})`;
  const text = value!.includes('\n') ? `\n${value}` : ` ${value}`;
  return `${given.join(' ')} (${cells}):${text}`;
}

interface Summary {
  readonly type: 'summary';
  readonly points: number;
  readonly failed: number;
  /** Points of an earlier run of the same sweep. */
  readonly known: number;
  readonly cells_run: number;
  readonly cells_full: number;
  readonly ms: number;
}

function summaryOf(points: readonly SweepPoint[], ms: number, known: number): Summary {
  const sum = (key: 'cells_run' | 'cells_full') => points.reduce((total, point) => total + point[key], 0);
  return {
    type: 'summary',
    points: points.length,
    failed: points.filter(({ error }) => error !== null).length,
    known,
    cells_run: sum('cells_run'),
    cells_full: sum('cells_full'),
    ms: Math.round(ms),
  };
}

function summaryText({ points, failed, cells_run: ran, cells_full: full }: Summary): string {
  const share = full === 0 ? 0 : Math.round(100 * (1 - ran / full));
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  return `${counted(points, 'combination')}${failures}; ${counted(ran, 'cell')} ran, where full runs would run ${full} (${share} % saved)`;
}
