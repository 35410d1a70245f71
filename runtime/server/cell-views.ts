/** Cells of a notebook without a core as pages show them. A cell that did not change gives the same view object again. */

import type { Cell } from '../documents/index.ts';
import type { Output } from '../kernel/index.ts';
import { type CellState, type CellView, clipOutputs } from '../live/index.ts';

/** What is known of a cell's runs. */
export interface RunFacts {
  readonly queued: boolean;
  readonly startedAt: number | null;
  readonly exec: number | null;
  readonly ms: number | null;
  readonly failed: boolean;
  /** The text that ran last. */
  readonly source: string | null;
}

/** A cell that has not run. */
export const UNRUN: RunFacts = {
  queued: false,
  startedAt: null,
  exec: null,
  ms: null,
  failed: false,
  source: null,
};

const REASONS: Readonly<Partial<Record<CellState, string>>> = {
  unrun: 'it has not run in this kernel',
  edited: 'its text is not what ran',
  queued: 'it runs when the cells before it are done',
  failed: 'its run ended with an error',
};

/** Views with a memory of one per cell. */
export class CellViews {
  readonly #last = new Map<
    string,
    {
      readonly cell: Cell;
      readonly facts: RunFacts;
      readonly prompt: CellView['prompt'];
      readonly view: CellView;
    }
  >();

  /** The view of a cell. */
  of(cell: Cell, facts: RunFacts, prompt: CellView['prompt']): CellView {
    const last = this.#last.get(cell.id);
    if (last?.cell === cell && last.facts === facts && last.prompt?.text === prompt?.text) return last.view;
    const view = this.#make(cell, facts, prompt);
    this.#last.set(cell.id, { cell, facts, prompt, view });
    return view;
  }

  /** Where a cell stands. */
  state(cell: Cell, facts: RunFacts): CellState {
    if (cell.type !== 'code') return 'settled';
    if (facts.startedAt !== null) return 'running';
    if (facts.queued) return 'queued';
    if (facts.exec === null) return 'unrun';
    if (facts.source !== cell.source) return 'edited';
    return facts.failed ? 'failed' : 'settled';
  }

  #make(cell: Cell, facts: RunFacts, prompt: CellView['prompt']): CellView {
    const state = this.state(cell, facts);
    const reason = REASONS[state];
    const stored = cell.type === 'code' ? cell.outputs : [];
    // files may name any stream; pages know the two that kernels have
    const { outputs, clipped } = clipOutputs(stored as readonly Output[]);
    return {
      id: cell.id,
      type: cell.type,
      source: cell.source,
      metadata: cell.metadata,
      outputs,
      executionCount: cell.type === 'code' ? cell.executionCount : null,
      state,
      reasons: reason === undefined ? [] : [reason],
      refresher: false,
      frozen: false,
      expensive: false,
      exec: facts.exec,
      startedAt: facts.startedAt,
      ms: facts.ms,
      prompt,
      clipped,
    };
  }
}
