/**
 * Trials: runs of an open notebook in other kernels. The interface for them, and the answers to pages. Other
 * files carry out the runs.
 */

import type { CellId, CellResult, NotebookResult, Phase, Witness } from '../../../slicer/index.ts';
import { parseNotebook, settableParameters } from '../../documents/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { ProblemKey } from '../messages/problem-messages.ts';
import type { SweepResult, SweepWish, TrialAnswer, TrialQuestion } from '../messages/trial-messages.ts';
import type { WantedKernel } from '../notebook/notebook-kernel.ts';
import type { StandingNotebook } from './notebook-checker.ts';

/** The receiver of long work. `signal`: the person has cancelled. */
export interface Following {
  readonly signal: AbortSignal;
  readonly tell: (text: string) => void;
}

/**
 * Runs notebooks in new kernels and private copies; each function throws a SluiceError with the reason if it
 * failed, or was cancelled.
 */
export interface NotebookTrials {
  /** Runs it again and compares. `text`: the whole text for saving now. */
  reproduce(
    notebook: { readonly path: string; readonly text: string },
    wishes: { readonly network: boolean },
    following: Following,
  ): Promise<NotebookResult>;
  /** Confirms, by runs, a problem that the notebook still has. */
  prove(
    notebook: StandingNotebook,
    phase: Phase,
    problem: ProblemKey,
    following: Following,
  ): Promise<Witness>;
  /** Runs it for many values of parameters, in its own kernel. A cancelled sweep gives the results so far. */
  sweep(
    notebook: { readonly path: string; readonly text: string },
    wanted: WantedKernel,
    wish: SweepWish,
    following: Following,
  ): Promise<SweepResult>;
}

/** The trials of one notebook: one at a time of each kind, for any number of pages. */
export class TrialRuns {
  readonly #trials: NotebookTrials;
  readonly #wanted: () => WantedKernel;
  readonly #running = new Set<TrialQuestion['ask']>();

  /** `wanted`: the notebook's kernel. */
  constructor(trials: NotebookTrials, wanted: () => WantedKernel) {
    this.#trials = trials;
    this.#wanted = wanted;
  }

  /**
   * The answer. `text`: the notebook's text for saving now. `late`: for cells out of date, the reason in words
   * that follow the cell.
   * @throws {SluiceError} with the reason why there is none
   */
  async answer(
    notebook: StandingNotebook,
    text: () => string,
    late: ReadonlyMap<CellId, string>,
    question: TrialQuestion,
    following: Following,
  ): Promise<TrialAnswer> {
    if (question.ask === 'parameters')
      return { to: 'parameters', parameters: settableParameters(parseNotebook(text(), notebook.path)) };
    const { ask } = question;
    if (this.#running.has(ask)) throw new SluiceError('another page has that done now: wait for its end');
    this.#running.add(ask);
    try {
      if (question.ask === 'prove') {
        const witness = await this.#trials.prove(notebook, question.phase, question.problem, following);
        return { to: 'prove', witness };
      }
      if (question.ask === 'sweep') {
        const given = { path: notebook.path, text: text() };
        return { to: 'sweep', ...(await this.#trials.sweep(given, this.#wanted(), question, following)) };
      }
      const code = notebook.cells.filter(({ type }) => type === 'code').map(({ id }) => id);
      const given = { path: notebook.path, text: text() };
      const result = await this.#trials.reproduce(given, { network: question.network }, following);
      const cells = ofLateCells(withIds(result.cells, code), late);
      return { to: 'reproduce', result: { ...result, cells } };
    } finally {
      this.#running.delete(ask);
    }
  }
}

/** Causes guessed from stored outputs; a cell known to be out of date is a better one. */
const GUESSED: ReadonlySet<string> = new Set(['package-version', 'hidden-state', 'order', 'unknown']);

/** Replaces guessed causes: if cells out of date are in the slice of a difference, it begins with the first of them. */
function ofLateCells(cells: readonly CellResult[], late: ReadonlyMap<CellId, string>): readonly CellResult[] {
  const indexes = new Map(cells.map(({ cell, index }) => [cell, index]));
  return cells.map((result) => {
    const first = result.slice.find((cell) => late.has(cell));
    const isGuessed = result.cause !== null && GUESSED.has(result.cause);
    // a failure tells its own reason
    if (first === undefined || !isGuessed || result.status === 'failed') return result;
    const which = first === result.cell ? 'it' : `cell ${indexes.get(first)}`;
    return { ...result, first, cause: 'hidden-state', why: `${which} ${late.get(first)}` };
  });
}

/**
 * Restores cell ids: files of old formats have none, so their cells are matched by the positions at the start
 * of the run.
 */
function withIds(cells: readonly CellResult[], code: readonly CellId[]): readonly CellResult[] {
  const ids = new Map(cells.map(({ cell, index }) => [cell, code[index - 1] ?? cell]));
  const known = (id: string): string => ids.get(id) ?? id;
  return cells.map((result) => ({
    ...result,
    cell: known(result.cell),
    first: result.first === null ? null : known(result.first),
    slice: result.slice.map(known),
  }));
}
