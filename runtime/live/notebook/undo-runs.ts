/**
 * Undo of runs in an open notebook: the kernel puts names, objects, files and settings back, the core forgets the runs, and the cells show
 * the outputs from before them. An undone run can be redone until the next run.
 */

import {
  type CellId,
  type CoreOperation,
  type CoreState,
  type Exec,
  labelOf,
} from '../../../slicer/index.ts';
import type { UndoneRun } from '../../session/index.ts';
import type { ReactiveStore } from '../../store/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { LoggedSession } from '../log/logged-session.ts';
import type { RunHistory } from '../log/run-history.ts';
import type { UndoPlan } from '../messages/undo-messages.ts';
import type { CellOutputs } from './cell-outputs.ts';
import type { CoreHistory } from './core-history.ts';
import type { LiveCells } from './live-cells.ts';
import type { NotebookKernel } from './notebook-kernel.ts';
import type { ReactiveRunner } from './reactive-runner.ts';
import type { NotebookFile } from './saving.ts';
import { ShownBefore } from './shown-before.ts';
import { undoWords } from './undo-words.ts';

/** The parts of the notebook that an undo concerns. */
export interface UndoParts {
  readonly operations: CoreHistory;
  readonly cells: LiveCells;
  readonly file: NotebookFile;
  readonly runner: ReactiveRunner;
  readonly kernel: NotebookKernel;
  readonly log: LoggedSession;
  readonly history: RunHistory;
  readonly outputs: CellOutputs;
  /** The store of the present kernel; null: none. */
  readonly store: () => ReactiveStore | null;
}

/** Why a run stays although its undo would be exact. */
const SHARED = 'cells above have run since, with things that it uses';

type Way = 'undo' | 'redo';

/** Tells some cells from the others. */
type OfCells = (cell: CellId) => boolean;

/** Runs undone together: groups in the order of their undo. `why`: the reason why the last run of some cell stays; null: none stays. */
export interface RunsAside {
  readonly groups: readonly (readonly Exec[])[];
  readonly why: string | null;
}

/** Undoes and redoes runs. */
export class UndoRuns {
  readonly #parts: UndoParts;
  readonly #undone: Set<Exec>;
  readonly #shown: ShownBefore;
  /** The groups of undone runs that can be redone, the last one first to go. */
  #redoable: (readonly Exec[])[] = [];
  #busy = false;

  constructor(parts: UndoParts) {
    this.#parts = parts;
    this.#shown = new ShownBefore(parts);
    this.#undone = new Set(parts.log.restored?.undone);
  }

  /** A run of a cell begins. */
  starting(cell: CellId, exec: Exec): void {
    this.#shown.starting(cell, exec);
  }

  /** Takes an operation on the core. */
  applied(operation: CoreOperation, state: CoreState): void {
    this.#parts.operations.applied(operation, state);
    if (operation.type === 'ran' || operation.type === 'restarted' || operation.type === 'died')
      this.#redoable = [];
  }

  /** The undone run of a cell that can be redone; null: none. */
  #redoableOf(cell: CellId): Exec | null {
    return this.#redoable.at(-1)?.find((exec) => this.#parts.history.get(exec)?.cell === cell) ?? null;
  }

  /** What the undo or redo of a run would take. Without a number: of the last run of a cell, or of its undone run. */
  async plan(of: { readonly cell: CellId } | { readonly exec: Exec }): Promise<UndoPlan> {
    const { runner, history } = this.#parts;
    const { state } = runner;
    const cell = 'cell' in of ? of.cell : history.get(of.exec)?.cell;
    const redo = cell === undefined ? null : this.#redoableOf(cell);
    const way: Way = redo !== null && ('cell' in of || of.exec === redo) ? 'redo' : 'undo';
    const last = cell === undefined ? null : (state.settlement.execution(cell)?.exec ?? null);
    const exec = way === 'redo' ? redo : 'cell' in of ? last : of.exec;
    const refused = this.#refusal(exec);
    if (exec === null || refused !== null)
      return { way, exec, why: refused ?? 'The cell has not run in this kernel.', text: '', cells: [] };
    const found = await this.#ask(way, exec, true);
    return { way, exec, ...undoWords(way, found, this.#cellsOf(found, exec), labelOf(state)) };
  }

  /** Undoes or redoes a run, with the later runs that follow from it. @throws {SluiceError} with the reason against it. */
  async carryOut(way: Way, exec: Exec): Promise<void> {
    const refused = this.#refusal(exec);
    if (refused !== null) throw new SluiceError(refused);
    this.#busy = true;
    try {
      const { runner, file } = this.#parts;
      const found = await this.#ask(way, exec, false);
      const [reason] = found.why;
      if (reason !== undefined)
        throw new SluiceError(`This run cannot be ${way === 'undo' ? 'undone' : 'redone'}: ${reason}`);
      if (way === 'undo') this.#redoable.push(found.execs);
      else this.#redoable.pop();
      this.#count(way, found.execs);
      runner.resume(this.#parts.operations.without(this.#undone, runner.state));
      this.#shown.show(way, found.execs);
      file.touch();
    } finally {
      this.#busy = false;
    }
  }

  /** The names whose values or objects the runs of these cells changed, as far as the kernel knows. */
  async changedNames(isOwn: OfCells): Promise<ReadonlySet<string>> {
    const names = new Set<string>();
    for (const { exec } of this.#countingRuns(isOwn)) {
      const told = await this.#ask('undo', exec, true);
      for (const name of [...told.names, ...told.removed, ...told.objects]) names.add(name);
    }
    return names;
  }

  /**
   * Undoes all runs of these cells, the newest first. A run stays when the undo is not exact, or takes runs of cells that stay along.
   * The undone runs can be redone also after other runs.
   */
  async setAside(isOwn: OfCells, mustStay: OfCells): Promise<RunsAside> {
    const { runner, history } = this.#parts;
    const groups: (readonly Exec[])[] = [];
    let why: string | null = null;
    await this.#together(async () => {
      for (const { exec, cell } of this.#countingRuns(isOwn)) {
        if (this.#undone.has(exec)) continue;
        const told = await this.#ask('undo', exec, true);
        const takesMore = told.execs.some((each) => mustStay(history.get(each)?.cell ?? ''));
        const against = this.#storedSince(exec) ?? told.why[0] ?? (takesMore ? SHARED : null);
        const found = against === null ? await this.#ask('undo', exec, false, true) : told;
        const reason = found.why[0] ?? against;
        if (reason === null) {
          groups.push(found.execs);
          this.#count('undo', found.execs);
        } else if (runner.state.settlement.execution(cell)?.exec === exec) why ??= reason;
      }
    });
    return { groups, why };
  }

  /** Redoes runs that were set aside, the last undone group first; returns why one of them cannot be redone. */
  async bringBack(groups: RunsAside['groups']): Promise<string | null> {
    let why: string | null = null;
    await this.#together(async () => {
      for (const [exec] of [...groups].reverse()) {
        if (exec === undefined) continue;
        const stored = this.#storedSince(exec);
        const found = stored === null ? await this.#ask('redo', exec, false) : null;
        if (found?.why.length === 0) this.#count('redo', found.execs);
        else why ??= stored ?? found?.why[0] ?? null;
      }
    });
    return why;
  }

  /** Gives up the redo of runs that were set aside. */
  async letGo(groups: RunsAside['groups']): Promise<void> {
    const { kernel } = this.#parts;
    if (groups.length > 0 && kernel.view.state === 'idle')
      await (await kernel.use()).questions.letGo(groups.flat());
  }

  /** The runs of cells that count in the present kernel, the newest first. */
  #countingRuns(isOwn: OfCells): readonly { readonly exec: Exec; readonly cell: CellId }[] {
    const { standings } = this.#parts.runner.state;
    const runs = this.#parts.history.after(0).filter(({ exec, cell }) => {
      const standing = standings.get(cell);
      // (a deleted cell has no standing)
      return isOwn(cell) && standing?.type !== 'unrun' && !this.#undone.has(exec);
    });
    return [...runs].reverse();
  }

  /** Several undos or redos, after which the core is folded once. */
  async #together(change: () => Promise<void>): Promise<void> {
    const { runner, file } = this.#parts;
    const refused = this.#refusal(null);
    if (refused !== null) throw new SluiceError(refused);
    this.#busy = true;
    const before = this.#undone.size;
    this.#redoable = [];
    try {
      await change();
    } finally {
      // (a changed file, or an agent, may have begun a run meanwhile)
      await runner.idle().catch(() => {});
      this.#busy = false;
      if (this.#undone.size !== before) {
        runner.resume(this.#parts.operations.without(this.#undone, runner.state));
        file.touch();
      }
    }
  }

  /** Notes that runs count no longer, or count again. */
  #count(way: Way, execs: readonly Exec[]): void {
    this.#parts.store()?.distrust();
    for (const exec of execs) {
      if (way === 'undo') this.#undone.add(exec);
      else this.#undone.delete(exec);
    }
    this.#note(way, execs);
    this.#parts.log.undid(way, execs);
  }

  #refusal(exec: Exec | null): string | null {
    const { runner, kernel, history } = this.#parts;
    const { state } = runner;
    if (this.#busy || state.running !== null || state.plan !== null) return 'A cell is running.';
    if (kernel.view.state !== 'idle') return 'There is no kernel that could put anything back.';
    if (exec !== null && history.get(exec) === undefined) return 'There is no such run in this session.';
    if (exec !== null && this.#undone.has(exec) && !this.#redoable.at(-1)?.includes(exec))
      return 'This run is undone.';
    return exec === null ? null : this.#storedSince(exec);
  }

  /** The reason against an undo or redo of a run before a stored result; null: none was taken in its place, or since. */
  #storedSince(exec: Exec): string | null {
    // (the kernel keeps nothing from before a stored result, and knows no reader that has one)
    return this.#parts.history.hasStoredFrom(exec)
      ? 'A stored result was taken in its place, or since.'
      : null;
  }

  async #ask(way: Way, exec: Exec, dry: boolean, aside = false): Promise<UndoneRun> {
    const { kernel, runner } = this.#parts;
    const { state } = runner;
    const order = state.mode === 'reactive' ? state.settlement.order : null;
    const found = await (await kernel.use()).questions.undo(way, exec, order, dry, aside);
    if (found === null) throw new SluiceError('Runs can be undone only in kernels with probes.');
    return found;
  }

  #cellsOf({ execs }: UndoneRun, but: Exec): readonly CellId[] {
    const { history } = this.#parts;
    const own = history.get(but)?.cell;
    const cells = execs.flatMap((exec) => history.get(exec)?.cell ?? []);
    return [...new Set(cells)].filter((cell) => cell !== own);
  }

  #note(way: Way, execs: readonly Exec[]): void {
    const { history, runner } = this.#parts;
    for (const exec of execs) {
      const source = runner.state.settlement.graph.execution(exec)?.source;
      history.undid(exec, way === 'undo' ? (source ?? '') : null);
    }
  }
}
