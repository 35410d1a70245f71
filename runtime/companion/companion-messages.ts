/**
 * Messages between a kernel and its companion: a JSON object per line. The kernel asks, one question at a
 * time, and the companion answers each question with one line.
 */

import {
  flag,
  json,
  list,
  maybe,
  number,
  object,
  only,
  orNull,
  type Schema,
  tagged,
  text,
  whole,
  word,
} from '../../instrument/index.ts';
import type { Exec } from '../../slicer/index.ts';
import type { JsonObject } from '../kernel/index.ts';
import type { Problem } from '../live/index.ts';
import type { LinesByCell } from '../session/index.ts';

/** A cell of a front end that shows its cells to the kernel. */
export interface SentCell {
  readonly id: string;
  readonly source: string;
}

/** A message of the kernel. */
export type ToCompanion =
  /** A run begins. `cell`: the front end's id; null: it sends none. `hidden`: the run is not in the history. */
  | {
      readonly type: 'begin';
      readonly cell: string | null;
      readonly source: string;
      readonly hidden: boolean;
    }
  /** The run has ended. `count`: the number in `In [n]`; `trace`: of the agent, null where there is none. */
  | {
      readonly type: 'ran';
      readonly exec: Exec;
      readonly status: 'ok' | 'error' | 'interrupted';
      readonly count: number | null;
      readonly ms: number;
      readonly trace: JsonObject | null;
    }
  /** Tasks, or callbacks of widgets, have written while no cell ran. `cell`: that shows the widget. */
  | { readonly type: 'outside'; readonly cell: string | null; readonly trace: JsonObject }
  /** A front end sends its code cells in their order, or switches reactive mode. `all`: the answer has all states. */
  | {
      readonly type: 'cells';
      readonly cells?: readonly SentCell[];
      readonly reactive?: boolean;
      readonly all?: boolean;
    }
  /** A person asks with `%sluice`, or a front end over the comm. */
  | { readonly type: 'ask'; readonly words: readonly string[] };

/** The states of cells, as in the metadata of a reply and on the comm `sluice`. */
export interface SentStates {
  /** Of a reply: its cell, execution, guarantee, and the executions that it read values of. */
  readonly cell?: string;
  readonly exec?: Exec;
  readonly guarantee?: string;
  readonly parents?: readonly Exec[];
  /** The cells whose state or reason has changed. */
  readonly states: Readonly<Record<string, string>>;
  readonly why: Readonly<Record<string, string>>;
  /** In reactive mode: the cells that should run now, in order. */
  readonly next: readonly string[];
}

/** The answer to `ask`. */
export interface Answered {
  readonly type: 'answer';
  readonly text: string;
  /** The ids in the answer, in their order. */
  readonly cells: readonly string[];
  /** Of a slice: first and last lines of its statements, by cell. */
  readonly lines?: LinesByCell;
  /** Of `check`. */
  readonly problems?: readonly SentProblem[];
  /** Of `graph`: the drawing. */
  readonly svg?: string;
}

/** A problem, as front ends show it. */
export interface SentProblem {
  readonly code: string;
  readonly severity: Problem['severity'];
  /** Null: the whole notebook. */
  readonly cell: string | null;
  /** From 1; null: the whole cell. */
  readonly line: number | null;
  readonly message: string;
}

/** A line of the companion. */
export type FromCompanion =
  /** The first line, unasked: code that installs the agent in the kernel. */
  | { readonly type: 'install'; readonly code: string }
  /** After `begin`: the request to the agent. */
  | { readonly type: 'begun'; readonly exec: Exec; readonly cell: string }
  /** After `ran`, `outside` and `cells`. `note`: a line below a cell that ran on old values, if wanted. */
  | { readonly type: 'states'; readonly sluice: SentStates; readonly note: string | null }
  | Answered
  | { readonly type: 'refusal'; readonly text: string };

const TRACE: Schema<JsonObject> = json<JsonObject>();

/** The form of the kernel's messages. */
export const TO_COMPANION: Schema<ToCompanion> = tagged<ToCompanion, 'type'>('type', {
  begin: object<Extract<ToCompanion, { type: 'begin' }>>({
    type: only('begin'),
    cell: orNull(text),
    source: text,
    hidden: flag,
  }),
  ran: object<Extract<ToCompanion, { type: 'ran' }>>({
    type: only('ran'),
    exec: whole,
    status: word('ok', 'error', 'interrupted'),
    count: orNull(whole),
    ms: number,
    trace: orNull(TRACE),
  }),
  outside: object<Extract<ToCompanion, { type: 'outside' }>>({
    type: only('outside'),
    cell: orNull(text),
    trace: TRACE,
  }),
  cells: object<Extract<ToCompanion, { type: 'cells' }>>({
    type: only('cells'),
    cells: maybe(list(object<SentCell>({ id: text, source: text }))),
    reactive: maybe(flag),
    all: maybe(flag),
  }),
  ask: object<Extract<ToCompanion, { type: 'ask' }>>({ type: only('ask'), words: list(text) }),
});
