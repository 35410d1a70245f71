/** The evidence for causes of differences: plain data of a run and its comparison. */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId, Exec } from '../records/execution-record.ts';
import type { CellWorld } from './cell-world.ts';
import type { ItemVerdict } from './compare.ts';

/** A cell after a run, compared. */
export interface ComparedCell {
  readonly cell: CellId;
  /** The position among the code cells, from 1. */
  readonly index: number;
  readonly source: string;
  /** The stored count. */
  readonly executionCount: number | null;
  /** Null: the cell did not run. */
  readonly exec: Exec | null;
  readonly status: 'same' | 'normalized' | 'different' | 'failed' | 'timeout' | 'missing' | 'unstored';
  readonly items: readonly ItemVerdict[];
  /** `Type: message` of its error, if the stored run did not raise it. */
  readonly error: string | null;
  /**
   * For a cell that did not run: the cell at fault, and the name that it should have given (null: the whole
   * run ended there).
   */
  readonly needs: { readonly cell: CellId; readonly name: string | null } | null;
  /** Whether two runs gave different outputs; null: there was one run. */
  readonly varies: boolean | null;
}

/** The evidence about the notebook's cells. */
export interface Evidence {
  /** The folder of the notebook. */
  readonly folder: string;
  readonly cells: readonly ComparedCell[];
  readonly graph: DependenceGraph;
  /** By name: the cells that bind it. */
  readonly definers: ReadonlyMap<string, readonly CellId[]>;
  /** By name: the cells that bind it or change it in place. */
  readonly changers: ReadonlyMap<string, readonly CellId[]>;
  /** The use of the world by each cell. */
  readonly world: ReadonlyMap<CellId, CellWorld>;
  /** The version, such as `3.6.5`, of the stored notebook's Python, if stored, and of the present one. */
  readonly python: { readonly stored: string | null; readonly now: string };
}
