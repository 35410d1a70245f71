/** Cells of an open notebook in the form for pages. An unchanged cell gives the same view object again. */

import type { Cell } from '../../documents/index.ts';
import type { Output } from '../../kernel/index.ts';
import type { CellView } from '../messages/notebook-views.ts';
import { clipOutputs } from './clip-outputs.ts';

/** The parts of a view that the document's cell does not have. */
export type CellFacts = Pick<
  CellView,
  | 'version'
  | 'state'
  | 'reasons'
  | 'refresher'
  | 'frozen'
  | 'expensive'
  | 'trusted'
  | 'exec'
  | 'startedAt'
  | 'ms'
  | 'prompt'
  | 'stored'
>;

/** These parts for a text cell. */
export const TEXT_CELL: Omit<CellFacts, 'version'> = {
  state: 'settled',
  reasons: [],
  refresher: false,
  frozen: false,
  expensive: false,
  trusted: false,
  exec: null,
  startedAt: null,
  ms: null,
  prompt: null,
  stored: null,
};

const NONE = {};

/** Views with a memory of one per cell. */
export class CellViews {
  readonly #last = new Map<
    string,
    { readonly cell: Cell; readonly facts: string; readonly view: CellView }
  >();

  /** The view of a cell. */
  of(cell: Cell, facts: CellFacts): CellView {
    const last = this.#last.get(cell.id);
    const key = JSON.stringify(facts);
    if (last?.cell === cell && last.facts === key) return last.view;
    const stored = cell.type === 'code' ? cell.outputs : [];
    // files may have any stream name; pages know the kernel's two
    const { outputs, clipped } = clipOutputs(stored as readonly Output[], facts.trusted);
    const { id, type, source, metadata, attachments = NONE } = cell;
    const executionCount = cell.type === 'code' ? cell.executionCount : null;
    const view = { id, type, source, metadata, attachments, outputs, executionCount, ...facts, clipped };
    this.#last.set(id, { cell, facts: key, view });
    return view;
  }
}
