/**
 * The schema of what the agent sends, one message per run, and its translation into an execution record.
 */

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
  /** Names that it bound to the very object that they stood for before. */
  readonly rebound: readonly string[];
  /** `[reason, line, lasting]`. */
  /** Words, line, whether it lasts, and the code, empty where there is none. */
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
  /** The command, with its `%`, that IPython took the text for; null for all that says itself what it is. */
  readonly command: string | null;
  readonly statements: readonly WireStatement[];
  readonly symbols: Readonly<Record<string, string>>;
  /** Tokens of the objects that the names it read or bound stand for afterwards, where they have one. */
  readonly objects: Readonly<Record<string, string>>;
  /** What changed objects without a name are, by token. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly closed: readonly string[];
  /** Locations (token and field) that nobody had changed before it did, whether libraries may use them, and the names that lead to them. */
  readonly replaced: readonly (readonly [string, string, boolean, readonly string[]])[];
  /** Whether code of libraries has run. */
  readonly usesLibraries: boolean;
  /** Settings that it may have read, and that nobody had set by then; random streams that it has drawn from, and nobody had seeded. */
  readonly unset: readonly string[];
  /** Names that it found among the builtins. */
  readonly builtins: readonly string[];
  /** Files and folders that it has found: path, what of it counts, and its signature then. */
  readonly watched: readonly WatchedFile[];
  /** What it left as the run of the cell before left it; null where nothing was compared. */
  readonly same: Sameness | null;
  /** Whether copies of what it made are kept. */
  readonly copied: boolean;
  /** What it found and left of the world; null where that is not followed. */
  readonly world: Omit<WorldRecord, 'above'> | null;
  /** Milliseconds the agent itself took. */
  readonly ms: number;
  /** Not a run: what tasks that this run has started did since the run `exec` ended. */
  readonly startedBy?: Exec;
}

/** How the run ended, as the kernel's reply says. */
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

/** The reads and writes of a trace that is of no run: of widgets that `cell` shows, or of tasks that it started. */
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

/** Accesses of names and of the world: the same few stand in all statements of a session, so each is kept once. */
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
