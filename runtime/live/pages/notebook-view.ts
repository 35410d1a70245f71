/** The view of an open notebook for pages, built from its parts. Unchanged parts give the same objects again. */

import {
  type CellId,
  type CoreState,
  type Exec,
  type NotebookStates,
  notebookStates,
  type ShownState,
} from '../../../slicer/index.ts';
import type { Cell } from '../../documents/index.ts';
import type { StoredMark } from '../log/log-entries.ts';
import type { CellView, NotebookView } from '../messages/notebook-views.ts';
import { type CellFacts, CellViews, TEXT_CELL } from './cell-views.ts';

export interface ViewParts {
  readonly core: CoreState;
  readonly cells: readonly Cell[];
  readonly file: {
    readonly path: string;
    readonly state: NotebookView['saved'];
    readonly failure: string | null;
    readonly saves: number;
  };
  readonly opening: string;
  /** The language that the notebook names, if it is not Python. */
  readonly language: string | null;
  readonly kernel: NotebookView['kernel'];
  readonly variants: NotebookView['variants'];
  /** The running cell, and the start of its run. */
  readonly started: { readonly cell: CellId; readonly at: number } | null;
  version(cell: CellId): number;
  isTrusted(cell: Cell): boolean;
  prompt(cell: CellId): CellView['prompt'];
  /** The stored run that stands for an execution. */
  storedRun(exec: Exec): StoredMark | null;
  /** The stored run that a cell which has not run may get. */
  waitingRun(cell: Cell): StoredMark | null;
}

/** The state of a cell unknown to the core. */
const UNRUN: ShownState = { state: 'unrun', reasons: [], refresher: false };

/** Views with a memory of the last one. */
export class NotebookViews {
  readonly #cells = new CellViews();
  #states: { readonly core: CoreState; readonly shown: NotebookStates } | null = null;

  /** The view. */
  of(parts: ViewParts): NotebookView {
    const { core, kernel } = parts;
    if (this.#states?.core !== core) this.#states = { core, shown: notebookStates(core, false) };
    const { shown } = this.#states;
    const cells = parts.cells.map((cell) => this.#cells.of(cell, factsOf(cell, parts, shown)));
    const { mode, orderMode, cutOff } = core;
    const { path, state: saved, failure: saveFailure, saves } = parts.file;
    const { opening, variants } = parts;
    const { plan, update } = shown;
    const language = mode === 'plain' ? (parts.language ?? kernel.name) : null;
    const file = { path, saved, saveFailure, saves, opening };
    return { ...file, cells, mode, language, orderMode, kernel, plan, update, cutOff, variants };
  }
}

function factsOf(cell: Cell, parts: ViewParts, { cells }: NotebookStates): CellFacts {
  const { core, started } = parts;
  const version = parts.version(cell.id);
  if (cell.type !== 'code') return { ...TEXT_CELL, version, trusted: parts.isTrusted(cell) };
  return {
    version,
    ...(cells.get(cell.id) ?? UNRUN),
    frozen: core.frozen.has(cell.id),
    expensive: core.expensive.has(cell.id),
    trusted: parts.isTrusted(cell),
    exec: core.settlement.execution(cell.id)?.exec ?? null,
    startedAt: started?.cell === cell.id ? started.at : null,
    ms: core.times.get(cell.id) ?? null,
    prompt: parts.prompt(cell.id),
    stored: storedOf(cell, parts),
  };
}

function storedOf(cell: Cell, { core, storedRun, waitingRun }: ViewParts): CellView['stored'] {
  const exec = core.settlement.execution(cell.id)?.exec;
  // (in any-order mode no cell takes a result)
  const isWaiting = exec === undefined && core.orderMode === 'in-order';
  const run = exec === undefined ? isWaiting && waitingRun(cell) : storedRun(exec);
  return run ? { restored: exec !== undefined, ...run } : null;
}
