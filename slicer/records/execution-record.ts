/** The records of executions and of their statements, as plain data; the graph folds them. This file holds no behaviour. */

import type { Location } from './location.ts';

/** One run of a cell, numbered 1, 2, 3 … per session over all cells. */
export type Exec = number;

/** A cell's id, the same for its whole life. */
export type CellId = string;

/**
 * The first change of an attribute or object of a library, whose old value library code may have `used`; or
 * of an object reachable from global `names`.
 */
export interface Replacement extends Location {
  readonly used: boolean;
  readonly names?: readonly string[];
}

/** How an access became known. */
export type AccessKind = 'observed' | 'compared' | 'widened' | 'assumed' | 'static';

/** One read or write of a statement instance. */
export interface Access extends Location {
  readonly kind: AccessKind;
}

/** `task`: the statement gave something to an event loop, which runs it by itself. */
export const ESCAPE_CODES = ['task'] as const;
export type EscapeCode = (typeof ESCAPE_CODES)[number];

/** Why a slice through a statement, or (`lasting`) any slice after it, cannot be guaranteed. */
export interface Escape {
  /** Words for people. */
  readonly reason: string;
  /** The kind of escape, where code needs to tell it. */
  readonly code?: EscapeCode;
  readonly line: number;
  readonly lasting: boolean;
}

/** The accesses of one module-level statement in one execution. `line` and `endLine` are 1-based. */
export interface StatementRecord {
  readonly ordinal: number;
  readonly line: number;
  readonly endLine: number;
  readonly failed: boolean;
  readonly reads: readonly Access[];
  readonly writes: readonly Access[];
  /** Objects, written before, inside the values bound here: their content is part of the value. */
  readonly values: readonly string[];
  readonly deleted: readonly string[];
  /** Global names bound again to the same object: the earlier binding statement serves a reader as well. */
  readonly rebound: readonly string[];
  readonly escapes: readonly Escape[];
}

/** How an execution ended. `uninstrumented`: the cell ran without probes, so it may have read and written anything. */
export type ExecutionStatus = 'ok' | 'error' | 'interrupted' | 'uninstrumented';

/** One execution as the graph takes it. `statements` ran, in this order; the cell has `planned` statements. */
export interface ExecutionRecord {
  readonly exec: Exec;
  readonly cell: CellId;
  readonly source: string;
  readonly status: ExecutionStatus;
  readonly planned: number;
  /**
   * The command, with its `%`, that IPython ran for a magic written without `%`. Whether it is a command
   * depends on the names bound then.
   */
  readonly command?: string;
  readonly statements: readonly StatementRecord[];
  /** Why the whole execution is opaque (no trace, a fault of the tracer); null when it was traced. */
  readonly opaque: string | null;
  /** World objects that the end of the cell closed (the inline figure). */
  readonly closed: readonly string[];
  /**
   * World objects that the cell may have read while they were still unset: settings, and random streams at no
   * chosen position. They are no reads, but a cell above may set them later.
   */
  readonly unset?: readonly string[];
  /** Descriptions of changed objects without a name, by token. */
  readonly kinds?: Readonly<Record<string, string>>;
  /** Names that the cell found among the builtins; a cell above may bind them later. */
  readonly builtins?: readonly string[];
  /** First changes by this cell: earlier readers may not have recorded their reads. */
  readonly replaced?: readonly Replacement[];
  /** Files and folders that the cell found; other programs may change them. */
  readonly watched?: readonly WatchedFile[];
  /** Whether library code has run. */
  readonly usesLibraries?: true;
  /** Names people use for objects, by token. */
  readonly symbols: ReadonlyMap<string, string>;
  /** By global name that the cell read or bound: the token of its object at the end. */
  readonly objects: ReadonlyMap<string, string>;
  /** World settings that the cell found and changed, where the kernel tracks settings. */
  readonly world?: WorldRecord;
  /** Set if the record is not a run of the cell, but later writes, outside of any cell, by its widgets or tasks. */
  readonly outside?: OutsideKind;
}

/**
 * How a watched path is compared. `file`: content or absence of a file. For a folder, `names`: the names in
 * it; `tree`: also the names in all folders below; `contents`: also sizes and times of the files.
 */
export const WATCH_KINDS = ['file', 'names', 'tree', 'contents'] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

/** A path that an execution found, how to compare it, and a signature of its state (empty: nothing was there). */
export type WatchedFile = readonly [path: string, kind: WatchKind, signature: string];

/** The sources of writes outside of any cell. */
export type OutsideKind = 'widget' | 'task';

/**
 * Settings are world locations, and objects of libraries, that the kernel can put back: a cell finds them as
 * the cells `above` leave them (null: as they were in the kernel). `restorable`: settings that the execution
 * wrote. The kernel can put back some files as well.
 */
export interface WorldRecord {
  readonly above: readonly CellId[] | null;
  readonly restorable: readonly string[];
  /** Locations that the execution found as at the start of a kernel. */
  readonly begun?: readonly string[];
  /** Locations that the execution wrote. The kernel can reset them before a cell if no cell above writes them. */
  readonly anew?: readonly string[];
  /** Paths with saved content from before and after the execution. */
  readonly files: readonly string[];
  /** Paths among `files` that the execution changed. */
  readonly changed: readonly string[];
  /** For each plain file among `files`: a digest of the content before and after the execution, empty for no file. */
  readonly contents?: readonly (readonly [path: string, before: string, after: string])[];
  /** Paths that the execution found as the cells `above` leave them. */
  readonly placed: readonly string[];
  /**
   * Paths that the kernel should have put as the cells `above` leave them, but could not: an open file stays
   * as it is.
   */
  readonly unplaced?: readonly string[];
  /** Paths that the execution read after another program had changed them. */
  readonly foreign?: readonly string[];
  /** Whether `files` has all files that commands of the cell may have changed. */
  readonly quiet: boolean;
  /** Paths changed by commands of the cell, without a saved copy of the old content. */
  readonly lost?: readonly string[];
  /** Whether the cell imported the user's own modules: a cell below finds them as this cell loaded them. */
  readonly imports: boolean;
  /**
   * Objects that this execution was the first to change beyond restoring, each with the load (a field of
   * `modules`) of the user's module that made it: another load makes them anew.
   */
  readonly made?: readonly (readonly [object: string, load: string])[];
  /**
   * Names hidden from the cell: other cells had bound them, but no cell above. After the run they are back,
   * except names that the cell bound and names in `gone`.
   */
  readonly aside: readonly string[];
  /** Hidden names that an earlier run of the same cell had bound last, and this run did not. */
  readonly gone?: readonly string[];
}
