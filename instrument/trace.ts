/** The schema of the agent's messages, one per run, and their translation into execution records. */

import type {
  Access,
  AccessKind,
  CellId,
  EscapeCode,
  Exec,
  ExecutionRecord,
  OutsideWrites,
  Replacement,
  Sameness,
  StatementRecord,
  WatchedFile,
  WorldRecord,
} from '../slicer/index.ts';

/** `[object, field, first letter of the kind]`. */
export type WireAccess = readonly [string, string, string];

/** One statement as the agent reports it. */
export interface WireStatement {
  readonly ordinal: number;
  readonly line: number;
  readonly endLine: number;
  readonly failed: boolean;
  readonly reads: readonly WireAccess[];
  readonly writes: readonly WireAccess[];
  readonly values: readonly string[];
  readonly deleted: readonly string[];
  /** Names that the statement bound again to the same object. */
  readonly rebound: readonly string[];
  /** `[reason, line, lasting]`. */
  /** Words, line, whether the reason lasts, and the code, or an empty text. */
  readonly escapes: readonly (readonly [string, number, boolean, EscapeCode | ''])[];
  /** Tracing was switched off part way; reads are covered by one deep read. */
  readonly widened: boolean;
}

/** One run as the agent reports it. */
export interface WireTrace {
  readonly exec: Exec;
  readonly instrumented: boolean;
  readonly fault: string | null;
  readonly planned: number;
  /** The command, with its `%`, as which IPython ran a text without `%`; otherwise null. */
  readonly command: string | null;
  readonly statements: readonly WireStatement[];
  readonly symbols: Readonly<Record<string, string>>;
  /** Tokens of the objects behind the read or bound names, after the run. */
  readonly objects: Readonly<Record<string, string>>;
  /** Descriptions of changed objects without a name, by token. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly closed: readonly string[];
  /**
   * Locations (token and field) that this run was the first to change, whether libraries may use them, and
   * the names that lead there.
   */
  readonly replaced: readonly (readonly [string, string, boolean, readonly string[]])[];
  /** Whether code of libraries has run. */
  readonly usesLibraries: boolean;
  /** Unset settings that the run may have read; unseeded random streams from which the run has drawn. */
  readonly unset: readonly string[];
  /** Names that the run found among the builtins. */
  readonly builtins: readonly string[];
  /** Files and folders that the run has found: path, kind of comparison, and signature at the time. */
  readonly watched: readonly WatchedFile[];
  /** The values that are the same as after the last run of the cell; null: nothing was compared. */
  readonly same: Sameness | null;
  /** Whether the kernel holds saved copies of the values. */
  readonly copied: boolean;
  /** The state of the world before and after the run; null: the world is not followed. */
  readonly world: Omit<WorldRecord, 'above'> | null;
  /** The time of the agent itself, in milliseconds. */
  readonly ms: number;
  /** No run: the work of tasks since the end of the run `exec`, which started them. */
  readonly startedBy?: Exec;
}

/** The end of the run, from the kernel's reply. */
export interface RunOutcome {
  readonly exec: Exec;
  readonly cell: CellId;
  readonly source: string;
  readonly status: 'ok' | 'error' | 'interrupted';
}

const KINDS: Readonly<Record<string, AccessKind>> = {
  o: 'observed',
  c: 'compared',
  w: 'widened',
  a: 'assumed',
  s: 'static',
};

/**
 * The record of a run. Without a trace, or when the agent failed, the execution is opaque: it may have read and
 * written anything.
 */
export function executionRecord(outcome: RunOutcome, trace: WireTrace | null): ExecutionRecord {
  const opaque =
    trace === null
      ? 'no trace came from the kernel'
      : trace.instrumented
        ? null
        : `not traced (${trace.fault})`;
  return {
    ...outcome,
    status: opaque === null ? outcome.status : 'uninstrumented',
    planned: trace?.planned ?? 0,
    ...(trace?.command ? { command: trace.command } : {}),
    statements: opaque === null ? (trace?.statements ?? []).map(statementRecord) : [],
    opaque,
    closed: trace?.closed ?? [],
    ...(trace && trace.unset.length > 0 ? { unset: trace.unset } : {}),
    ...(trace && trace.builtins.length > 0 ? { builtins: trace.builtins } : {}),
    ...(trace && trace.replaced.length > 0 ? { replaced: trace.replaced.map(replacement) } : {}),
    ...(trace && trace.watched.length > 0 ? { watched: trace.watched } : {}),
    ...(trace?.usesLibraries ? { usesLibraries: true } : {}),
    symbols: new Map(Object.entries(trace?.symbols ?? {})),
    ...(trace && Object.keys(trace.kinds).length > 0 ? { kinds: trace.kinds } : {}),
    objects: new Map(Object.entries(trace?.objects ?? {})),
  };
}

/** The reads and writes of a trace outside of runs: of widgets that `cell` shows, or of tasks that `cell` started. */
export function outsideWrites(cell: CellId, trace: WireTrace): OutsideWrites {
  const by = trace.startedBy === undefined ? 'widget' : 'task';
  return { cell, by, record: executionRecord({ exec: trace.exec, cell, source: '', status: 'ok' }, trace) };
}

function statementRecord(wire: WireStatement): StatementRecord {
  return {
    ordinal: wire.ordinal,
    line: wire.line,
    endLine: wire.endLine,
    failed: wire.failed,
    reads: wire.reads.map(access),
    writes: wire.writes.map(access),
    values: wire.values,
    deleted: wire.deleted,
    rebound: wire.rebound,
    escapes: wire.escapes.map(([reason, line, lasting, code]) => ({
      reason,
      line,
      lasting,
      ...(code === '' ? {} : { code }),
    })),
  };
}

const replacement = ([object, field, used, names]: WireTrace['replaced'][number]): Replacement => ({
  object,
  field,
  used,
  ...(names.length > 0 ? { names } : {}),
});

/** Accesses of names and of the world, each cached once, because all statements of a session share a few of them. */
const SHARED = new Map<string, Access>();
const MOST_SHARED = 10_000;
const OF_OBJECT = /^o\d+$/;

function access([object, field, kind]: WireAccess): Access {
  const key = `${kind}${object}\0${field}`;
  const known = SHARED.get(key);
  if (known) return known;
  const found: Access = { object, field, kind: KINDS[kind] ?? 'assumed' };
  if (OF_OBJECT.test(object)) return found;
  if (SHARED.size >= MOST_SHARED) SHARED.clear();
  SHARED.set(key, found);
  return found;
}
