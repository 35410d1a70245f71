/** What the causes of differences are judged by: plain data of a run and its comparison. */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId, Exec } from '../model.ts';
import type { CellWorld } from './cell-world.ts';
import type { ItemVerdict } from './compare.ts';

/** A cell after a run, compared. */
export interface ComparedCell {
  readonly cell: CellId;
  /** Its place among the code cells, from 1. */
  readonly index: number;
  readonly source: string;
  /** The count it was saved with. */
  readonly executionCount: number | null;
  /** Null: it did not run. */
  readonly exec: Exec | null;
  readonly status: 'same' | 'normalized' | 'different' | 'failed' | 'timeout' | 'missing' | 'unstored';
  readonly items: readonly ItemVerdict[];
  /** `Type: message` of what it raised, and had not raised when it was saved. */
  readonly error: string | null;
  /** Of a cell that did not run: which cell is at fault, and the name it should have given (null: everything ended there). */
  readonly needs: { readonly cell: CellId; readonly name: string | null } | null;
  /** Whether two runs gave different outputs; null: there was one run. */
  readonly varies: boolean | null;
}

/** What the cells are judged by. */
export interface Evidence {
  /** Where the notebook lies. */
  readonly folder: string;
  readonly cells: readonly ComparedCell[];
  readonly graph: DependenceGraph;
  /** Names that some cell of the notebook binds, each with the cells. */
  readonly definers: ReadonlyMap<string, readonly CellId[]>;
  /** Names that some cell binds or changes in place, each with the cells. */
  readonly changers: ReadonlyMap<string, readonly CellId[]>;
  /** What each cell asks of the world. */
  readonly world: ReadonlyMap<CellId, CellWorld>;
  /** `3.6.5` of the Python that the notebook was saved with, if it says so, and of this one. */
  readonly python: { readonly stored: string | null; readonly now: string };
}
