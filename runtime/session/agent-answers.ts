/** The form of what the agent answers to questions outside of any cell (`TracedKernel`). */

import { flag, items, list, orNull, record, type Schema, text, whole, word } from '../../instrument/index.ts';
import type { Location, Restored } from '../../slicer/index.ts';

/** `[repr, fingerprint]` of values, by name or expression. */
export type Fingerprints = Readonly<Record<string, readonly [string, string]>>;

/** What the kernel says of a global name. */
export type VariableFacts = readonly [
  name: string,
  type: string,
  preview: string,
  size: string | null,
  isTable: boolean,
  kind: VariableKind,
];

/** What somebody who looks for data would call it. `function`: or a class, of the notebook's own. */
export type VariableKind = 'data' | 'function' | 'import' | 'widget';

type Pair = readonly [string, string];

const PAIR: Schema<Pair> = items<Pair>(text, text);

/** `[tokens then and now, names of plain values, names]`. */
export type WireRestored = readonly [Restored['tokens'], readonly string[], readonly string[]];

export const RESTORED: Schema<WireRestored | null> = orNull(
  items<WireRestored>(record(text), list(text), list(text)),
);

export const PATHS: Schema<readonly string[]> = list(text);

/** `[object, field]` of locations. */
export const LOCATIONS: Schema<readonly (readonly [Location['object'], Location['field']])[] | null> = orNull(
  list(PAIR),
);

export const FINGERPRINTS: Schema<Fingerprints> = record(PAIR);

const KIND: Schema<VariableKind> = word('data', 'function', 'import', 'widget');

export const VARIABLES: Schema<readonly VariableFacts[]> = list(
  items<VariableFacts>(text, text, text, orNull(text), flag, KIND),
);

/** The agent's name, and the number of the next input. */
export const STATE: Schema<readonly [name: string, next: number] | null> = orNull(
  items<readonly [name: string, next: number]>(text, whole),
);
