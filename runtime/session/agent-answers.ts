/** The schema of the agent's answers to questions outside of cells (`TracedKernel`). */

import {
  count,
  flag,
  items,
  list,
  object,
  orNull,
  record,
  type Schema,
  text,
  whole,
  word,
} from '../../instrument/index.ts';
import type { Exec, ForeignFiles, Location, Restored } from '../../slicer/index.ts';

/** `[repr, digest]` of values, by name or expression. */
export type Digests = Readonly<Record<string, readonly [string, string]>>;

/** The kernel's facts about a global name. */
export type VariableFacts = readonly [
  name: string,
  type: string,
  preview: string,
  size: string | null,
  isTable: boolean,
  kind: VariableKind,
];

/** A kind of value for people. `function`: a function or class of the notebook. */
export type VariableKind = 'data' | 'function' | 'import' | 'widget';

type Pair = readonly [string, string];

const PAIR: Schema<Pair> = items<Pair>(text, text);

/** `[new tokens by old ones, names of plain values, names]`. */
export type WireRestored = readonly [Restored['tokens'], readonly string[], readonly string[]];

export const RESTORED: Schema<WireRestored | null> = orNull(
  items<WireRestored>(record(text), list(text), list(text)),
);

/** Paths that another program has changed, and paths that it perhaps has. */
export const FOREIGN: Schema<ForeignFiles> = items<ForeignFiles>(list(text), list(text));

/** `[object, field]` of locations. */
export const LOCATIONS: Schema<readonly (readonly [Location['object'], Location['field']])[] | null> = orNull(
  list(PAIR),
);

export const DIGESTS: Schema<Digests> = record(PAIR);

const KIND: Schema<VariableKind> = word('data', 'function', 'import', 'widget');

export const VARIABLES: Schema<readonly VariableFacts[]> = list(
  items<VariableFacts>(text, text, text, orNull(text), flag, KIND),
);

/** The changes by an undo or redo of runs, or the reasons against it. */
export interface UndoneRun {
  readonly why: readonly string[];
  /** The undone runs, in order. */
  readonly execs: readonly Exec[];
  /** Names that get their other values back, and names that go. */
  readonly names: readonly string[];
  readonly removed: readonly string[];
  /** Names in front of objects with another content. */
  readonly objects: readonly string[];
  readonly files: readonly string[];
  /** Locations of the world: options, streams of random numbers. */
  readonly settings: readonly string[];
}

export const UNDONE: Schema<UndoneRun> = object<UndoneRun>({
  why: list(text),
  execs: list(count),
  names: list(text),
  removed: list(text),
  objects: list(text),
  files: list(text),
  settings: list(text),
});

/** The agent's name, and the number of the next input. */
export const STATE: Schema<readonly [name: string, next: number] | null> = orNull(
  items<readonly [name: string, next: number]>(text, whole),
);
