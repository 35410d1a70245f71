/**
 * The operations that pages and agents ask of an open notebook, besides edits: runs, restarts, modes, saving and trust. An operation that
 * needs a kernel waits for the kernel. The core decides which cells run.
 */

import { type CellId, isBlank } from '../../../slicer/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { RunHistory } from '../log/run-history.ts';
import type { DoneOperation } from '../pages/page-line.ts';
import type { Prompts } from '../pages/prompts.ts';
import type { NotebookFlow } from '../questions/notebook-flow.ts';
import { NOT_FOLLOWED } from '../questions/of-any-language.ts';
import type { NotebookVariants } from '../variants/notebook-variants.ts';
import type { ArrangedCells } from './arranged-cells.ts';
import type { CellRuns } from './cell-runs.ts';
import type { ConsoleLines } from './console-lines.ts';
import type { EditOperation } from './edited-cells.ts';
import type { FileChanges } from './file-changes.ts';
import type { KernelSuccession } from './kernel-succession.ts';
import type { LiveCells } from './live-cells.ts';
import type { NotebookKernel } from './notebook-kernel.ts';
import type { OutputTrust } from './output-trust.ts';
import type { ReactiveRunner } from './reactive-runner.ts';
import type { NotebookFile } from './saving.ts';
import { runTogether } from './skipped-cells.ts';
import type { StoredResults } from './stored-results.ts';
import type { UndoRuns } from './undo-runs.ts';

/** Operations that only cells of Python take. */
const OF_PYTHON: ReadonlySet<string> = new Set([
  'run-stale',
  'resume',
  'mode',
  'order-mode',
  'freeze',
  'expensive',
  'undo-run',
  'redo-run',
  'variant-start',
  'variant-show',
  'variant-keep',
  'variant-drop',
]);

/** Operations that need a living kernel. */
const OF_KERNEL: ReadonlySet<string> = new Set(['run', 'run-all', 'run-stale', 'resume', 'console']);

type FollowOperation = Extract<DoneOperation, { readonly op: 'saves-itself' }>;
type RunWishes = Pick<Extract<DoneOperation, { op: 'run' }>, 'force' | 'alone' | 'whole'> & {
  /** Whether stored results may stand for runs of the cells. */
  readonly resumes?: boolean;
};

/** The parts of the notebook that operations use. */
export interface OperatedParts {
  readonly file: NotebookFile;
  readonly cells: LiveCells;
  readonly arranged: ArrangedCells;
  readonly runner: ReactiveRunner;
  readonly runs: CellRuns;
  readonly kernel: NotebookKernel;
  readonly succession: KernelSuccession;
  readonly history: RunHistory;
  readonly changes: FileChanges;
  readonly trust: OutputTrust;
  readonly lines: ConsoleLines;
  readonly prompts: Prompts;
  readonly flow: NotebookFlow;
  readonly undo: UndoRuns;
  readonly results: StoredResults;
  readonly variants: NotebookVariants;
  /** The view has changed. */
  readonly changed: () => void;
}

/** Carries out operations. */
export class PageOperations {
  readonly #parts: OperatedParts;
  /** The search for the notebook's former kernel; null when the search is over. */
  #joining: Promise<unknown> | null = null;

  constructor(parts: OperatedParts) {
    this.#parts = parts;
  }

  /** Operations wait until the search for a former kernel is over. */
  joins(search: Promise<unknown>): void {
    this.#joining = search.then(() => {
      this.#joining = null;
    });
  }

  /** Waits until cells can run: a dead kernel stays dead. */
  async ready(): Promise<void> {
    const { arranged, succession, runner } = this.#parts;
    arranged.take();
    await this.#joining;
    await succession.ready();
    await this.#findKernel();
    await runner.look();
  }

  /** Carries out an operation. @throws {SluiceError} with the reason against it. */
  async operate(message: Exclude<DoneOperation, EditOperation | FollowOperation>): Promise<void> {
    const { file, cells, runner, succession, changes, trust, lines, prompts, flow, undo, variants } =
      this.#parts;
    // the answer to the page's next question depends on these
    if (message.op === 'trust') return this.#trustAll();
    if (message.op === 'answer-flow') return flow.keep(runner.state, message);
    // (a question behind the operation comes at once: without a kernel to join, nothing may wait here)
    if (this.#joining !== null) await this.#joining;
    if (variants.isBusy) await variants.ready();
    if (OF_KERNEL.has(message.op)) {
      await this.#findKernel();
      await succession.revive();
      await runner.look();
    }
    if (runner.state.mode === 'plain' && OF_PYTHON.has(message.op)) throw new SluiceError(NOT_FOLLOWED);
    switch (message.op) {
      case 'run':
        return this.run(message.cells, message);
      case 'run-all':
        return this.run(runTogether(cells.code), { resumes: true });
      case 'resume':
        return this.#resume();
      case 'run-stale':
        return runner.dispatch({ type: 'settle' });
      case 'console':
        return lines.run(message.source);
      case 'interrupt':
        return runner.dispatch({ type: 'interrupt' });
      case 'restart':
        return this.restart(message);
      case 'kernel':
        return succession.choose(message.choice);
      case 'mode':
        return runner.dispatch({ type: 'mode', mode: message.mode });
      case 'order-mode':
        return runner.dispatch({ type: 'order-mode', mode: message.mode });
      case 'freeze':
      case 'expensive':
        return runner.dispatch({ type: message.op, cell: message.cell, on: message.on });
      case 'undo-run':
      case 'redo-run':
        return undo.carryOut(message.op === 'undo-run' ? 'undo' : 'redo', message.exec);
      case 'variant-start':
      case 'variant-show':
      case 'variant-keep':
      case 'variant-drop':
        return variants.operate(message);
      case 'input':
        if (!prompts.answer(message.cell, message.value)) {
          throw new SluiceError('the cell does not wait for input');
        }
        return;
      case 'save':
        cells.writeMended();
        file.save(message.overwrite ?? false);
        return trust.saved(cells.all);
      case 'reload':
        return changes.reload();
      case 'parameter':
        throw new SluiceError('only an app takes values of parameters');
      case 'replay':
      case 'replay-reset':
        throw new SluiceError('an open notebook is not replayed');
    }
  }

  /** Asks the core to run cells. */
  run(
    cells: readonly CellId[],
    { force = false, alone = false, whole = false, resumes = false }: RunWishes = {},
  ): void {
    const { arranged, runner, runs } = this.#parts;
    if (whole) runs.writeWhole(cells);
    const code = new Map(this.#parts.cells.code.map((cell) => [cell.id, cell]));
    const wanted = cells.filter((cell) => code.has(cell));
    // a cell without a text runs to nothing
    const emptied = wanted.filter((id) => {
      const cell = code.get(id);
      return cell && isBlank(cell.source) && (cell.outputs.length > 0 || cell.executionCount !== null);
    });
    if (emptied.length > 0) arranged.edit({ op: 'clear-outputs', cells: emptied }, () => undefined);
    runner.dispatch({ type: 'run', cells: wanted, force, alone, resumes });
  }

  /** Runs all cells that are not settled; stored results may stand for their runs. */
  #resume(): void {
    const { cells, runner, results } = this.#parts;
    const { standings, orderMode } = runner.state;
    if (orderMode === 'any-order')
      throw new SluiceError('Results are kept only for cells in the order of the page.');
    if (results.store === null)
      throw new SluiceError(
        'This kernel keeps no results: switch that on in the settings, and restart the kernel.',
      );
    const due = runTogether(cells.code).filter((cell) => standings.get(cell)?.type !== 'settled');
    this.run(due, { resumes: true });
  }

  /** Restarts the kernel; with `run`, all cells run then, or the cells up to `upTo`. */
  async restart({ run = false, upTo }: Omit<Extract<DoneOperation, { op: 'restart' }>, 'op'>): Promise<void> {
    await this.#parts.succession.restart();
    if (!run) return;
    const cells = this.#parts.cells.code;
    const last = upTo === undefined ? -1 : cells.findIndex(({ id }) => id === upTo);
    this.run(runTogether(last < 0 ? cells : cells.slice(0, last + 1), upTo));
  }

  /** Looks again for a kernel of a language that had none. @throws {MissingKernel} */
  async #findKernel(): Promise<void> {
    const { kernel } = this.#parts;
    const { state, reason } = kernel.view;
    if (state === 'none' && reason !== null) await kernel.use();
  }

  /** Trusts the notebook's original content, and the runs of its log. */
  #trustAll(): Promise<void> {
    const { file, cells, history, trust, changed } = this.#parts;
    trust.trust(cells.all);
    history.trust();
    changed();
    if (file.state === 'unsaved') file.save(false);
    return trust.sign();
  }
}
