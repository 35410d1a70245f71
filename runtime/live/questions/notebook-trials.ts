/** Runs of an open notebook elsewhere: what they are told, and the answers to pages that want them. How they are run is decided elsewhere. */

import type { CellId, CellResult, NotebookResult, Phase, Witness } from '../../../slicer/index.ts';
import { SluiceError } from '../../errors.ts';
import type { ProblemKey, TrialAnswer, TrialQuestion } from '../messages/trial-messages.ts';
import type { StandingNotebook } from './notebook-checker.ts';

/** For what takes long. `signal`: nobody waits any more. */
export interface Following {
  readonly signal: AbortSignal;
  readonly tell: (text: string) => void;
}

/** Runs notebooks in new kernels and private copies; each throws a SluiceError that says why it could not, or was given up. */
export interface NotebookTrials {
  /** Runs it again and compares. `text`: all of it as it would be saved now. */
  reproduce(
    notebook: { readonly path: string; readonly text: string },
    wishes: { readonly network: boolean },
    following: Following,
  ): Promise<NotebookResult>;
  /** What runs show of a problem that is found in the notebook still. */
  prove(
    notebook: StandingNotebook,
    phase: Phase,
    problem: ProblemKey,
    following: Following,
  ): Promise<Witness>;
}

/** The trials of one notebook: of each kind one at a time, whatever the number of pages. */
export class TrialRuns {
  readonly #trials: NotebookTrials;
  readonly #running = new Set<TrialQuestion['ask']>();

  constructor(trials: NotebookTrials) {
    this.#trials = trials;
  }

  /**
   * The answer. `text`: of the notebook as it would be saved now. `edited`: cells whose text is not what ran. @throws {SluiceError} why
   * there is none
   */
  async answer(
    notebook: StandingNotebook,
    text: () => string,
    edited: ReadonlySet<CellId>,
    question: TrialQuestion,
    following: Following,
  ): Promise<TrialAnswer> {
    const { ask } = question;
    if (this.#running.has(ask)) throw new SluiceError('another page has that done now: wait for its end');
    this.#running.add(ask);
    try {
      if (question.ask === 'prove') {
        const witness = await this.#trials.prove(notebook, question.phase, question.problem, following);
        return { to: 'prove', witness };
      }
      const code = notebook.cells.filter(({ type }) => type === 'code').map(({ id }) => id);
      const given = { path: notebook.path, text: text() };
      const result = await this.#trials.reproduce(given, { network: question.network }, following);
      const cells = ofEdits(withIds(result.cells, code), edited);
      return { to: 'reproduce', result: { ...result, cells } };
    } finally {
      this.#running.delete(ask);
    }
  }
}

/** Causes that are guessed from what is stored: that a cell was edited is known. */
const GUESSED: ReadonlySet<string> = new Set(['package-version', 'hidden-state', 'order', 'unknown']);

/** Where cells that were edited after they ran are among those that a difference comes from, it begins with the first of them. */
function ofEdits(cells: readonly CellResult[], edited: ReadonlySet<CellId>): readonly CellResult[] {
  const indexes = new Map(cells.map(({ cell, index }) => [cell, index]));
  return cells.map((result) => {
    const first = result.slice.find((cell) => edited.has(cell));
    if (first === undefined || result.cause === null || !GUESSED.has(result.cause)) return result;
    const which = first === result.cell ? 'it' : `cell ${indexes.get(first)}`;
    return { ...result, first, cause: 'hidden-state', why: `${which} was edited after it had run` };
  });
}

/** Files of old formats hold no ids: cells are told by their places, as they were when the run began. */
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
