/** Messages about slices of an open notebook: their cells, their scripts, and the dependences between two runs. Types only. */

import type { CellId, Direction, Exec, Level } from '../../../slicer/index.ts';

/** The criterion of a slice or a script: the last run of a cell, an execution, or the present value of a name. */
export type Criterion =
  | { readonly type: 'cell'; readonly cell: CellId }
  | { readonly type: 'execution'; readonly exec: Exec }
  | { readonly type: 'symbol'; readonly symbol: string };

export type SliceQuestion =
  | {
      readonly ask: 'slice';
      readonly id: number;
      readonly of: Criterion;
      readonly direction: Direction;
      readonly level: Level;
    }
  | {
      readonly ask: 'gather';
      readonly id: number;
      readonly of: Criterion;
      readonly level: Level;
      /** `minimize`: verified, and then shrunk. */
      readonly run: 'not' | 'verify' | 'minimize';
    }
  /** Asks for the dependences through which `of` needs a run of `needed`. */
  | { readonly ask: 'why'; readonly id: number; readonly of: Criterion; readonly needed: CellId };

export type SliceAnswer =
  | {
      readonly to: 'slice';
      readonly cells: readonly CellId[];
      /** 1-based lines of the statements in the slice, by cell; for cells as they ran. */
      readonly lines: Readonly<Record<CellId, readonly (readonly [number, number])[]>>;
      readonly guarantee: 'complete' | 'not-guaranteed';
      readonly reasons: readonly string[];
    }
  | {
      readonly to: 'gather';
      /** As Python, and as the text of a notebook. */
      readonly script: string;
      readonly notebook: string;
      /** The number of executions in it, and of all. */
      readonly cells: number;
      readonly of: number;
      readonly verification: null | {
        readonly status: 'verified' | 'differs' | 'cannot run here';
        readonly detail: string;
      };
      /** The result of minimizing, in one line; null: not requested. */
      readonly minimized: string | null;
    }
  /** A shortest chain, the user first; empty if only whole cells are needed. */
  | { readonly to: 'why'; readonly links: readonly Evidence[] };

/**
 * The progress of a `gather`. While it minimizes: the present script, its number of statements, and the
 * number of all.
 */
export type GatherProgress =
  | { readonly stage: 'gathering' | 'verifying' }
  | {
      readonly stage: 'minimizing';
      readonly tried: number;
      readonly statements: number;
      readonly of: number;
    };

/** A statement of a run. */
export interface RunStatement {
  readonly cell: CellId;
  readonly exec: Exec;
  /** The number of its run shown by the cell; null: none. */
  readonly count: number | null;
  /** 1-based, in the text of the run. */
  readonly line: number;
  /** Its first line. */
  readonly text: string;
}

/** One dependence: a statement used a value that another one had written. */
export interface Evidence {
  /** Null: the name in question itself, instead of a statement. */
  readonly user: RunStatement | null;
  readonly writer: RunStatement;
  /** The written and used symbol, in words. */
  readonly symbol: string;
  readonly kind: string;
}
