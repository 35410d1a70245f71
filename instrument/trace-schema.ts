/** The form of the agent's message about a run. `trace.ts` has its meaning. */

import {
  ESCAPE_CODES,
  type EscapeCode,
  type Sameness,
  WATCH_KINDS,
  type WatchedFile,
  type WorldRecord,
} from '../slicer/index.ts';
import {
  count,
  flag,
  items,
  list,
  maybe,
  number,
  object,
  orNull,
  record,
  type Schema,
  text,
  whole,
  word,
} from './schema.ts';
import type { WireAccess, WireStatement, WireTrace } from './trace.ts';

const ACCESSES: Schema<readonly WireAccess[]> = list(items<WireAccess>(text, text, text));

const STATEMENT: Schema<WireStatement> = object<WireStatement>({
  ordinal: count,
  line: whole,
  endLine: whole,
  failed: flag,
  reads: ACCESSES,
  writes: ACCESSES,
  values: list(text),
  deleted: list(text),
  rebound: list(text),
  escapes: list(
    items<readonly [string, number, boolean, EscapeCode | '']>(text, whole, flag, word('', ...ESCAPE_CODES)),
  ),
  widened: flag,
});

/** The values that are the same as after the run before. */
export const SAMENESS: Schema<Sameness> = object<Sameness>({
  all: flag,
  undone: flag,
  names: list(text),
  equal: list(text),
  settings: list(text),
  every: flag,
  holds: flag,
});

export const TRACE: Schema<WireTrace> = object<WireTrace>({
  exec: whole,
  instrumented: flag,
  fault: orNull(text),
  planned: count,
  command: orNull(text),
  statements: list(STATEMENT),
  symbols: record(text),
  kinds: record(text),
  objects: record(text),
  closed: list(text),
  replaced: list(items<readonly [string, string, boolean, readonly string[]]>(text, text, flag, list(text))),
  usesLibraries: flag,
  unset: list(text),
  builtins: list(text),
  watched: list(items<WatchedFile>(text, word(...WATCH_KINDS), text)),
  same: orNull(SAMENESS),
  copied: flag,
  world: orNull(
    object<Omit<WorldRecord, 'above'>>({
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
      lost: list(text),
      imports: flag,
      made: list(items<readonly [string, string]>(text, text)),
      aside: list(text),
      gone: list(text),
    }),
  ),
  ms: number,
  startedBy: maybe(whole),
});
