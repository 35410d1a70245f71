/** The schema of the lines of a session log, checked on reading. `session-log.ts` has their meaning. */

import {
  asItIs,
  checkJson,
  count,
  flag,
  items,
  jsonObject,
  list,
  maybe,
  number,
  object,
  only,
  orNull,
  record,
  SAMENESS,
  type Schema,
  such,
  tagged,
  text,
  word,
} from '../../../instrument/index.ts';
import {
  type Access,
  ESCAPE_CODES,
  type Escape,
  type Replacement,
  type StatementRecord,
  WATCH_KINDS,
  type WatchedFile,
  type WorldRecord,
} from '../../../slicer/index.ts';
import type { JsonValue, Output, RunError } from '../../kernel/index.ts';
import type { LogEntry, LoggedRecord, LoggedRun, LoggedWrites, StoredMark } from './log-entries.ts';
import { BRANCH } from './logged-branch.ts';

type Entry<K extends LogEntry['type']> = Extract<LogEntry, { readonly type: K }>;
type Wish<K extends 'freeze' | 'expensive'> = Entry<'freeze' | 'expensive'> & { readonly type: K };
type Undo<K extends 'undo' | 'redo'> = Entry<'undo' | 'redo'> & { readonly type: K };
type OutputOf<K extends Output['output_type']> = Extract<Output, { readonly output_type: K }>;

const CELLS = list(text);
/** The number of a line, from 1. Longer texts than this do not occur. */
const LINE = such(count, (line) => line <= 10_000_000, 'it is no line');

const ACCESSES = list(
  object<Access>({
    object: text,
    field: text,
    kind: word('observed', 'compared', 'widened', 'assumed', 'static'),
  }),
);

const STATEMENT = object<StatementRecord>({
  ordinal: count,
  line: LINE,
  endLine: LINE,
  failed: flag,
  reads: ACCESSES,
  writes: ACCESSES,
  values: list(text),
  deleted: list(text),
  rebound: list(text),
  escapes: list(
    object<Escape>({ reason: text, code: maybe(word(...ESCAPE_CODES)), line: LINE, lasting: flag }),
  ),
});

const OUTSIDE = word('widget', 'task');

const RECORD = object<LoggedRecord>({
  exec: count,
  cell: text,
  source: text,
  status: word('ok', 'error', 'interrupted', 'uninstrumented'),
  planned: count,
  command: maybe(text),
  statements: list(STATEMENT),
  opaque: orNull(text),
  closed: list(text),
  unset: maybe(list(text)),
  builtins: maybe(list(text)),
  kinds: maybe(record(text)),
  watched: maybe(list(items<WatchedFile>(text, word(...WATCH_KINDS), text))),
  usesLibraries: maybe(only(true)),
  replaced: maybe(
    list(object<Replacement>({ object: text, field: text, used: flag, names: maybe(list(text)) })),
  ),
  symbols: record(text),
  objects: record(text),
  world: maybe(
    object<WorldRecord>({
      above: orNull(CELLS),
      restorable: list(text),
      begun: maybe(list(text)),
      anew: maybe(list(text)),
      files: list(text),
      changed: list(text),
      contents: maybe(list(items<readonly [string, string, string]>(text, text, text))),
      placed: list(text),
      unplaced: maybe(list(text)),
      foreign: maybe(list(text)),
      quiet: flag,
      lost: maybe(list(text)),
      imports: flag,
      made: maybe(list(items<readonly [string, string]>(text, text))),
      aside: list(text),
      gone: maybe(list(text)),
    }),
  ),
  outside: maybe(OUTSIDE),
});

const BUNDLE = jsonObject<Record<string, JsonValue>>();

const OUTPUT: Schema<Output> = tagged<Output, 'output_type'>('output_type', {
  stream: object<OutputOf<'stream'>>({
    output_type: only('stream'),
    name: word('stdout', 'stderr'),
    text,
  }),
  display_data: object<OutputOf<'display_data'>>({
    output_type: only('display_data'),
    data: BUNDLE,
    metadata: BUNDLE,
  }),
  execute_result: object<OutputOf<'execute_result'>>({
    output_type: only('execute_result'),
    execution_count: orNull(count),
    data: BUNDLE,
    metadata: BUNDLE,
  }),
  error: object<OutputOf<'error'>>({
    output_type: only('error'),
    ename: text,
    evalue: text,
    traceback: list(text),
  }),
});

const RUN = object<LoggedRun>({
  status: word('ok', 'error', 'interrupted', 'died'),
  count: orNull(count),
  outputs: orNull(asItIs(list(OUTPUT))),
  error: orNull(object<RunError>({ name: text, value: text, traceback: list(text) })),
  request: text,
  at: number,
  ms: number,
  restored: maybe(only(true)),
  stored: maybe(object<StoredMark>({ at: number, ms: number })),
});

const ENTRY: Schema<LogEntry> = tagged<LogEntry, 'type'>('type', {
  session: object<Entry<'session'>>({
    type: only('session'),
    version: only(1),
    process: such(count, (pid) => pid > 0, 'it is no process'),
  }),
  kernel: object<Entry<'kernel'>>({
    type: only('kernel'),
    id: text,
    server: orNull(text),
    agent: text,
    python: maybe(text),
    language: maybe(text),
  }),
  cells: object<Entry<'cells'>>({
    type: only('cells'),
    order: orNull(CELLS),
    sources: record(text),
  }),
  start: object<Entry<'start'>>({
    type: only('start'),
    exec: count,
    cell: text,
    source: text,
    above: maybe(orNull(CELLS)),
    request: maybe(text),
    at: maybe(number),
  }),
  requested: object<Entry<'requested'>>({ type: only('requested'), cells: CELLS }),
  ran: object<Entry<'ran'>>({
    type: only('ran'),
    record: RECORD,
    same: orNull(SAMENESS),
    run: RUN,
    signature: maybe(text),
  }),
  outside: object<Entry<'outside'>>({
    type: only('outside'),
    writes: object<LoggedWrites>({ cell: text, by: OUTSIDE, record: RECORD }),
  }),
  variants: object<Entry<'variants'>>({
    type: only('variants'),
    branch: orNull(BRANCH),
    signature: text,
  }),
  undo: object<Undo<'undo'>>({ type: only('undo'), execs: list(count) }),
  redo: object<Undo<'redo'>>({ type: only('redo'), execs: list(count) }),
  restarted: object<Entry<'restarted'>>({ type: only('restarted') }),
  died: object<Entry<'died'>>({ type: only('died'), reason: text }),
  mode: object<Entry<'mode'>>({ type: only('mode'), mode: word('reactive', 'lazy', 'plain') }),
  'order-mode': object<Entry<'order-mode'>>({
    type: only('order-mode'),
    mode: word('in-order', 'any-order'),
  }),
  arranged: object<Entry<'arranged'>>({ type: only('arranged'), order: CELLS }),
  freeze: object<Wish<'freeze'>>({ type: only('freeze'), cell: text, on: flag }),
  expensive: object<Wish<'expensive'>>({ type: only('expensive'), cell: text, on: flag }),
});

/** The intact part of a log. `damaged`: after it there is other content. */
export interface ReadLog {
  readonly entries: readonly LogEntry[];
  readonly damaged: boolean;
}

/** Reads a log's text. Its last line may be cut off, if its writer was killed. */
export function readLog(log: string): ReadLog {
  const lines = log.split('\n');
  lines.pop();
  const entries: LogEntry[] = [];
  for (const line of lines) {
    const found = checkJson(ENTRY, line);
    if (found.type === 'malformed') return { entries, damaged: true };
    entries.push(found.value);
  }
  return { entries, damaged: false };
}
