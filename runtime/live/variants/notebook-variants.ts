/**
 * *Try from here* in an open notebook: shows another variant of the cells below a point. The runs of the variant before are undone, and
 * the runs of the shown one redone; where a redo is not exact, cells run again, as in reactive mode.
 */

import type { CellId } from '../../../slicer/index.ts';
import type { Cell } from '../../documents/index.ts';
import type { Output } from '../../kernel/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { LoggedSession } from '../log/logged-session.ts';
import type { VariantAnswer, VariantOperation, VariantsView } from '../messages/variant-messages.ts';
import type { ArrangedCells } from '../notebook/arranged-cells.ts';
import type { CellOutputs } from '../notebook/cell-outputs.ts';
import type { LiveCells } from '../notebook/live-cells.ts';
import type { NotebookKernel } from '../notebook/notebook-kernel.ts';
import type { ReactiveRunner } from '../notebook/reactive-runner.ts';
import type { NotebookFile } from '../notebook/saving.ts';
import type { UndoRuns } from '../notebook/undo-runs.ts';
import {
  aboveNow,
  type Branch,
  branchAt,
  type Left,
  neighbourOf,
  type VariantCell,
  variantOf,
  withAbove,
  withCopy,
  withFile,
  withoutKernel,
  withoutVariant,
  withShown,
  withTail,
} from './branch.ts';
import { comparedCells, comparedValues, comparedVariants } from './compare-variants.ts';
import { endValues } from './end-values.ts';

/** The parts of the notebook that variants concern. */
export interface VariantParts {
  readonly file: NotebookFile;
  readonly cells: LiveCells;
  readonly arranged: ArrangedCells;
  readonly runner: ReactiveRunner;
  readonly kernel: NotebookKernel;
  readonly undo: UndoRuns;
  readonly outputs: CellOutputs;
  readonly log: LoggedSession;
  /** Tells the person. */
  readonly say: (text: string) => void;
}

/** The text and the time of each cell up to date. */
type SettledCells = ReadonlyMap<CellId, { readonly source: string; readonly ms: number | null }>;

/** As many variants can be told apart beside each other. */
const MOST = 8;

/** The variants of a notebook: at one point, if at all. */
export class NotebookVariants {
  readonly #parts: VariantParts;
  #branch: Branch | null;
  /** The operation in progress, behind which other operations wait. */
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(parts: VariantParts) {
    this.#parts = parts;
    const logged = parts.log.restored?.branch ?? null;
    this.#branch = logged;
    if (logged === null) return;
    const branch = withFile(logged, parts.cells.all);
    if (branch !== logged) this.#set(branch);
  }

  /** The variants for pages; null: there are none. */
  get view(): VariantsView | null {
    const branch = this.#branch;
    if (branch === null) return null;
    const above = new Set(this.#above(branch));
    const first = this.#parts.cells.all.find(({ id }) => !above.has(id))?.id ?? null;
    return { first, shown: branch.shown, numbers: branch.variants.map(({ number }) => number) };
  }

  /** Whether an operation is in progress. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** Waits for the operation in progress. */
  async ready(): Promise<void> {
    await this.#last;
  }

  /** The kernel has ended: nothing in it can be put back. */
  lost(): void {
    if (this.#branch !== null) this.#branch = withoutKernel(this.#branch);
  }

  /** Carries out an operation, after earlier ones. @throws {SluiceError} with the reason against it. */
  async operate(operation: VariantOperation): Promise<void> {
    this.#waiting += 1;
    const done = this.#last.then(() => this.#operate(operation));
    this.#last = done
      .catch(() => {})
      .finally(() => {
        this.#waiting -= 1;
      });
    return done;
  }

  /** The differences between the variants, as they are now. */
  async compare(): Promise<VariantAnswer> {
    await this.#last;
    const branch = this.#known();
    const { state } = this.#parts.runner;
    const values = state.running === null ? await this.#values(branch) : null;
    const shown = { cells: this.#tail(branch, this.#settledCells()), values };
    const variants = branch.variants.map((each) =>
      each.number === branch.shown ? { ...each, ...shown } : each,
    );
    return {
      to: 'variants',
      variants: comparedVariants(variants),
      cells: comparedCells(variants),
      values: comparedValues(variants),
    };
  }

  async #operate(operation: VariantOperation): Promise<void> {
    switch (operation.op) {
      case 'variant-start':
        return this.#start(operation.cell);
      case 'variant-show':
        return this.#show(operation.variant);
      case 'variant-keep':
        await this.#show(operation.variant);
        return this.#end();
      case 'variant-drop':
        return this.#drop(operation.variant);
    }
  }

  async #start(cell: CellId | null): Promise<void> {
    const { cells, say } = this.#parts;
    if (cell !== null && this.#branch !== null && cell !== this.view?.first)
      throw new SluiceError('There are variants from another cell: keep one of them first.');
    const order = cells.all.map(({ id }) => id);
    if (cell !== null && !order.includes(cell)) throw new SluiceError(`there is no cell ${cell}`);
    const branch = cell === null ? this.#known() : (this.#branch ?? branchAt(order, cell));
    if (branch.variants.length >= MOST) throw new SluiceError(`There are at most ${MOST} variants.`);
    const { left, above, why } = await this.#leave(branch);
    const next = withAbove(withCopy(branch, left), above);
    this.#put(above, variantOf(next, next.shown)!.cells);
    this.#set(next);
    if (why !== null) say(stays(branch.shown, why));
  }

  async #show(number: number): Promise<void> {
    const { file, undo, runner, kernel, say } = this.#parts;
    const branch = this.#known();
    const wanted = variantOf(branch, number);
    if (wanted === undefined) throw new SluiceError(`there is no variant ${number}`);
    if (number === branch.shown) return;
    const { left, above, why } = await this.#leave(branch);
    this.#put(above, wanted.cells);
    this.#set(withAbove(withShown(branch, left, number), above));
    // the log has no texts of the shown variant: nothing may end the variants while the file still has another one
    file.save();
    if (why !== null) say(stays(branch.shown, why));
    if (kernel.view.state !== 'idle') return;
    const against = await undo.bringBack(wanted.undone);
    await runner.look();
    const settled = this.#settledCells();
    const again = wanted.cells.flatMap(({ cell, isSettled }) =>
      cell.type === 'code' && isSettled && !settled.has(cell.id) ? [cell.id] : [],
    );
    if (again.length === 0) return;
    if (against !== null) say(`Variant ${number} runs again: ${against}.`);
    runner.dispatch({ type: 'run', cells: again, force: false });
  }

  async #drop(number: number): Promise<void> {
    const branch = this.#known();
    const dropped = variantOf(branch, number);
    if (dropped === undefined) throw new SluiceError(`there is no variant ${number}`);
    if (number === branch.shown) await this.#show(neighbourOf(branch, number)!.number);
    const { undone } = variantOf(this.#known(), number)!;
    this.#set(withoutVariant(this.#known(), number));
    await this.#parts.undo.letGo(undone);
  }

  /** The variants end, and the shown one is kept. */
  async #end(): Promise<void> {
    const { variants } = this.#known();
    this.#set(null);
    await this.#parts.undo.letGo(variants.flatMap(({ undone }) => undone));
  }

  #known(): Branch {
    if (this.#branch === null) throw new SluiceError('There are no variants.');
    return this.#branch;
  }

  #set(branch: Branch | null): void {
    this.#branch = branch;
    this.#parts.log.branched(branch);
  }

  /** Undoes the runs of the shown variant, and takes its cells and values. @throws {SluiceError} when this is impossible now. */
  async #leave(
    branch: Branch,
  ): Promise<{ readonly left: Left; readonly above: readonly CellId[]; readonly why: string | null }> {
    const { runner, kernel, undo } = this.#parts;
    const { state } = runner;
    if (state.orderMode === 'any-order')
      throw new SluiceError('Variants need the order of the notebook: leave any-order mode first.');
    if (state.running !== null || state.plan !== null) throw new SluiceError('A cell is running.');
    const settled = this.#settledCells();
    const values = await this.#values(branch);
    const above = this.#everAbove(branch);
    const mustStay = (cell: CellId): boolean => above.has(cell);
    const has = kernel.view.state === 'idle';
    const { groups, why } = has
      ? await undo.setAside(this.#isOwn(branch), mustStay)
      : { groups: [], why: null };
    // (a page may have changed texts meanwhile)
    const left = { cells: this.#tail(branch, settled), values, undone: groups };
    return { left, above: this.#above(branch), why };
  }

  #above(branch: Branch): readonly CellId[] {
    return aboveNow(
      branch,
      this.#parts.cells.all.map(({ id }) => id),
    );
  }

  /** The cells above the point, also those deleted since. */
  #everAbove(branch: Branch): ReadonlySet<CellId> {
    return new Set([...branch.above, ...this.#above(branch)]);
  }

  /** The cells of the shown variant. */
  #below(branch: Branch): ReadonlySet<CellId> {
    const above = new Set(this.#above(branch));
    return new Set(this.#parts.cells.all.flatMap(({ id }) => (above.has(id) ? [] : [id])));
  }

  /** Whether runs of a cell belong to the shown variant: also runs of cells deleted in the variant. */
  #isOwn(branch: Branch): (cell: CellId) => boolean {
    const known = branch.variants.flatMap(({ cells }) => cells.map(({ cell }) => cell.id));
    const own = new Set([...this.#below(branch), ...known]);
    for (const cell of this.#everAbove(branch)) own.delete(cell);
    return (cell) => own.has(cell);
  }

  /** The cells up to date. */
  #settledCells(): SettledCells {
    const { standings, sources, times } = this.#parts.runner.state;
    const found = new Map<CellId, { readonly source: string; readonly ms: number | null }>();
    for (const [cell, { type }] of standings)
      if (type === 'settled' || type === 'failed')
        found.set(cell, { source: sources.get(cell) ?? '', ms: times.get(cell) ?? null });
    return found;
  }

  /** The shown variant's cells. */
  #tail(branch: Branch, settled: SettledCells): readonly VariantCell[] {
    const { cells, outputs } = this.#parts;
    const below = this.#below(branch);
    return cells.all
      .filter(({ id }) => below.has(id))
      .map((cell) => ({
        cell,
        isMade: outputs.isMade(cell.id),
        isSettled: cell.type === 'code' && settled.get(cell.id)?.source === cell.source,
        ms: settled.get(cell.id)?.ms ?? null,
      }));
  }

  async #values(branch: Branch): Promise<Left['values']> {
    const { kernel, runner, undo } = this.#parts;
    if (kernel.view.state !== 'idle') return null;
    const isOwn = this.#isOwn(branch);
    const changed = await undo.changedNames(isOwn);
    return endValues((await kernel.use()).questions, runner.state, isOwn, changed);
  }

  /** Puts a variant's cells in place of the shown ones. A cell that is up to date goes on showing its outputs. */
  #put(above: readonly CellId[], wanted: readonly VariantCell[]): void {
    const { cells, arranged, outputs } = this.#parts;
    const settled = this.#settledCells();
    const now = new Map(cells.all.map((cell) => [cell.id, cell]));
    const tail = wanted.map(({ cell, isMade }) => {
      const isKept = settled.get(cell.id)?.source === cell.source;
      return { cell: isKept ? (now.get(cell.id) ?? cell) : cell, isMade: isKept ? null : isMade };
    });
    const all = withTail(
      cells.all,
      above,
      tail.map(({ cell }): Cell => cell),
    );
    arranged.revise([() => ({ op: 'put', cells: all })]);
    for (const { cell, isMade } of tail) {
      if (cell.type !== 'code' || isMade === null) continue;
      if (isMade) outputs.resume(cell.id, cell.outputs as readonly Output[], cell.executionCount);
      else outputs.forget([cell.id]);
    }
  }
}

function stays(number: number, why: string): string {
  return `Not all runs of Variant ${number} are undone: ${why}. Cells run again from the cells that make what they use.`;
}
