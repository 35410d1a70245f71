/**
 * Puts one notebook to the test in reactive mode: runs all of it, all of it again, and then edits random places. Each step notes
 * the cells held back, and compares the settled ones with a run from the top in a new kernel. Some edits are of modules and data
 * files found by its cells. The next edit undoes one that makes a cell fail, as its author would.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedLibrary } from '../../instrument/index.ts';
import type { WorkingCopy } from '../../runtime/copies/index.ts';
import type { RunResult } from '../../runtime/kernel/index.ts';
import { ReactiveRunner } from '../../runtime/live/notebook/reactive-runner.ts';
import { notebookStates } from '../../slicer/index.ts';
import { Choices } from '../generator/random.ts';
import { type ComparableRun, comparableRun, differenceOf } from '../transparency/comparable.ts';
import { type FileEdit, randomFileEdit } from './file-edit.ts';
import { type NotebookPlace, type Run, withNotebook } from './open-notebook.ts';
import { type RandomEdit, randomEdit } from './random-edit.ts';
import { randomRenaming } from './random-renaming.ts';
import type { Held, ReactiveReport, Step } from './reactive-report.ts';
import { type Limits, type Pass, runCells } from './timed-run.ts';
import { uncounted } from './uncounted.ts';

/** Options of a check. `say` gets lines about the progress; `budget`: milliseconds after which no further edit begins. */
export interface ReactiveOptions {
  readonly python: string;
  readonly edits: number;
  readonly seed: number;
  readonly limits: Limits;
  readonly budget: number;
  readonly say: (line: string) => void;
}

/** A notebook with a longer run from the top is compared after its last edit only. */
const QUICK_MS = 20_000;
/** How many edits are of files, where there are any. */
const OF_FILES = 0.35;
/** How many of the others rename a variable. */
const RENAMINGS = 0.15;

const LIBRARY = shippedLibrary();

/** A file, or the cells changed by one edit. */
type Edit = FileEdit | readonly RandomEdit[];

/** Checks the notebook at `path`, which the report calls `name`. */
export async function checkReactive(
  name: string,
  path: string,
  options: ReactiveOptions,
): Promise<ReactiveReport> {
  return withNotebook(path, options.python, (place, events) =>
    new ReactiveCheck(name, place, events, options).report(),
  );
}

class ReactiveCheck {
  readonly #name: string;
  /** Where plain runs work, each in a new copy. The notebook itself stays in a folder of its own. */
  readonly #place: NotebookPlace;
  readonly #options: ReactiveOptions;
  readonly #sources: Map<string, string>;
  readonly #shown = new Map<string, ComparableRun>();
  readonly #steps: Step[] = [];
  /** The texts of edited files, by their paths in the notebook's folder. */
  readonly #files = new Map<string, string>();
  /** The runs of the step in progress, and the cells run to restore a shared object. */
  #runs = 0;
  readonly #restoring = new Set<string>();
  /** The last run from the top; null after an edit without a comparison. */
  #before: Pass | null = null;

  constructor(name: string, place: NotebookPlace, events: readonly Run[], options: ReactiveOptions) {
    this.#name = name;
    this.#place = place;
    this.#options = options;
    this.#sources = new Map(events.map(({ cell, source }) => [cell, source]));
  }

  async report(): Promise<ReactiveReport> {
    const { say, edits, seed, budget } = this.#options;
    const started = performance.now();
    const report = { name: this.#name, cells: this.#sources.size };
    say('from the top');
    const plain = await this.#plain();
    const errors = plain.runs.filter(({ run }) => run.status === 'error').length;
    if (plain.stopped !== null) return { ...report, errors, steps: [], stopped: plain.stopped };
    const quick = performance.now() - started < QUICK_MS;
    const folder = await this.#place.workplace.copy([]);
    const runner = await this.#open(folder);
    say('run all');
    const all = [...this.#sources.keys()];
    await this.#step(runner, 'run all', null, all, false);
    await this.#step(runner, 'run all again', null, all, plain);
    const choices = new Choices(seed);
    let undoes: Edit | null = null;
    let stopped: string | null = null;
    for (let done = 0; done < edits; done += 1) {
      if (performance.now() - started > budget) {
        stopped = `the time limit, after ${done} edits`;
        break;
      }
      const failed = this.#failed();
      const edit: Edit | null = undoes ?? this.#edit(runner, folder.path, choices);
      if (edit === null) break;
      say(`edit ${done + 1} of ${edits}`);
      if ('file' in edit) {
        this.#files.set(edit.file, edit.after);
        writeFileSync(join(folder.path, edit.file), edit.after);
      } else for (const { cell, after } of edit) this.#sources.set(cell, after);
      const last = done === edits - 1;
      const asked = 'file' in edit ? [] : edit.map(({ cell }) => cell);
      await this.#step(runner, undoes ? 'undo' : 'edit', edit, asked, quick || last);
      const breaks: boolean = undoes === null && [...this.#failed()].some((cell) => !failed.has(cell));
      undoes = breaks ? undone(edit) : null;
    }
    runner.close();
    return { ...report, errors, steps: this.#steps, stopped };
  }

  /** An edit of a file found by cells, if there is one, of a cell, or of all cells with a variable. */
  #edit(runner: ReactiveRunner, folder: string, choices: Choices): Edit | null {
    const found = choices.chance(OF_FILES) ? runner.state.settlement.foundPaths() : [];
    const ofFile = randomFileEdit(found, folder, choices);
    if (ofFile !== null) return ofFile;
    const renaming = choices.chance(RENAMINGS) ? randomRenaming(this.#sources, LIBRARY, choices) : null;
    if (renaming !== null) return renaming;
    const edit = randomEdit(this.#sources, choices);
    return edit === null ? null : [edit];
  }

  async #open(folder: WorkingCopy): Promise<ReactiveRunner> {
    const kernel = await this.#place.workplace.kernel(folder, 'on');
    const runner = new ReactiveRunner(async () => kernel, kernel.library, 'in-order', {
      ran: (cell, { result }) => {
        this.#runs += 1;
        this.#shown.set(cell, comparable(result));
      },
      restored: ({ cell }) => {
        this.#runs += 1;
        this.#restoring.add(cell);
      },
      applied: (_, actions) => {
        for (const action of actions)
          if (action.type === 'execute' && !action.keeps) this.#restoring.add(action.cell);
      },
    });
    runner.watch(
      () => {},
      () => true,
    );
    return runner;
  }

  /** Runs cells of the document as it stands. `compares`: whether with a run from the top, or with which. */
  async #step(
    runner: ReactiveRunner,
    what: Step['what'],
    edit: Edit | null,
    cells: readonly string[],
    compares: boolean | Pass,
  ): Promise<void> {
    const order = [...this.#sources.keys()];
    this.#runs = 0;
    this.#restoring.clear();
    runner.dispatch({ type: 'cells', order, sources: new Map(this.#sources), settles: false });
    if (cells.length > 0) runner.dispatch({ type: 'run', cells, force: false });
    do await runner.idle();
    while ((await runner.look()) || runner.state.running !== null);
    const held: Held[] = [];
    const settled = new Set<string>();
    for (const [cell, { state, reasons }] of notebookStates(runner.state).cells) {
      if (state === 'settled' || state === 'failed') settled.add(cell);
      else held.push({ cell: order.indexOf(cell) + 1, state, reasons });
    }
    const before = this.#before;
    const different = compares === false ? null : await this.#differences(settled, compares);
    this.#before = different?.plain ?? null;
    const [first = null] = edit === null || 'file' in edit ? [] : edit;
    this.#steps.push({
      what,
      cell: first === null ? null : order.indexOf(first.cell) + 1,
      change: edit === null ? null : changeOf('file' in edit ? edit : edit[0]),
      runs: this.#runs,
      due: before !== null && different !== null ? this.#due(cells, before, different.plain) : null,
      settled: settled.size,
      held,
      compared: different === null ? 0 : different.compared,
      different: different === null ? [] : different.found,
    });
  }

  /** The settled cells with another output than in a run from the top, without those that differ between two such runs. */
  async #differences(
    settled: ReadonlySet<string>,
    known: true | Pass,
  ): Promise<{ compared: number; found: Step['different']; plain: Pass }> {
    const first = known === true ? await this.#plain() : known;
    const cells = [...this.#sources.keys()].slice(0, first.runs.length);
    const differing = (pass: Pass): Map<string, string> => {
      const found = new Map<string, string>();
      for (const [index, cell] of cells.entries()) {
        const [plain, shown] = [pass.runs[index]?.run, this.#shown.get(cell)];
        if (!settled.has(cell) || !plain) continue;
        const difference = shown ? differenceOf(shown, uncounted(plain), 1) : 'it has not run';
        if (difference !== null) found.set(cell, difference);
      }
      return found;
    };
    const found = differing(first);
    const compared = cells.filter((cell) => settled.has(cell)).length;
    if (found.size === 0) return { compared, found: [], plain: first };
    const second = await this.#plain();
    const unstable = new Set(
      cells.filter((_, index) => {
        const [a, b] = [first.runs[index]?.run, second.runs[index]?.run];
        return !a || !b || differenceOf(uncounted(a), uncounted(b), 1) !== null;
      }),
    );
    return {
      compared: cells.filter((cell) => settled.has(cell) && !unstable.has(cell)).length,
      found: [...found]
        .filter(([cell]) => !unstable.has(cell))
        .map(([cell, difference]) => ({ cell: cells.indexOf(cell) + 1, difference })),
      plain: first,
    };
  }

  /**
   * The number of necessary runs: of requested cells, of cells with another output from the top than before, and of cells that
   * restore an object.
   */
  #due(asked: readonly string[], before: Pass, after: Pass): number {
    const others = [...this.#sources.keys()].filter((_, index) => {
      const [was, is] = [before.runs[index]?.run, after.runs[index]?.run];
      return !was || !is || differenceOf(uncounted(was), uncounted(is), 1) !== null;
    });
    return new Set([...asked, ...this.#restoring, ...others]).size;
  }

  /** All cells without probes, in a folder and a kernel of their own. */
  async #plain(): Promise<Pass> {
    const { copy } = this.#place;
    await copy.renew();
    for (const [file, text] of this.#files) writeFileSync(join(copy.path, file), text);
    const kernel = await this.#place.workplace.kernel(this.#place.copy, 'off');
    const cells = [...this.#sources];
    const pass = await runCells(
      kernel,
      cells.map(([, source]) => source),
      this.#options.limits,
      (source, exec, timeoutMs) => kernel.run(exec, cells[exec - 1]?.[0] ?? '', source, { timeoutMs }),
    );
    await this.#place.workplace.closeKernel(kernel);
    return pass;
  }

  #failed(): Set<string> {
    return new Set([...this.#shown].filter(([, { status }]) => status === 'error').map(([cell]) => cell));
  }
}

const comparable = (result: RunResult): ComparableRun => uncounted(comparableRun(result));

/** The edit that undoes another one. */
function undone(edit: Edit): Edit {
  const back = <T extends { readonly before: string; readonly after: string }>(one: T): T => ({
    ...one,
    before: one.after,
    after: one.before,
  });
  return 'file' in edit ? back(edit) : edit.map(back);
}

/** The first lines changed by an edit, and their file. */
function changeOf(edit: FileEdit | RandomEdit | undefined): string {
  if (edit === undefined) return '';
  const { before, after } = edit;
  const place = 'file' in edit ? `${edit.file}: ` : '';
  const [old, now] = [before.split('\n'), after.split('\n')];
  const line = now.findIndex((text, index) => text !== old[index]);
  return `${place}${old[line] ?? ''} → ${now[line] ?? ''}`;
}
