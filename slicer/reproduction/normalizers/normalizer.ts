/** A normaliser: a named reason to take two unequal outputs for the same. */

import type { Form } from '../shown.ts';

/** The times of the new run, by the clock. */
export interface RunTime {
  readonly from: Date;
  readonly until: Date;
}

/** Words of a text that may differ, each by its own rule. */
export interface Tokens {
  /** The source of a regular expression without groups. */
  readonly pattern: string;
  alike(stored: string, now: string, time: RunTime): boolean;
}

/** `takes` names the ignored difference, `hides` the true difference that may hide behind. A normaliser does one or more of four things. */
export interface Normalizer {
  readonly name: string;
  readonly takes: string;
  readonly hides: string;
  /** Brings an item into a form in which such a difference is gone. */
  readonly rewrite?: (form: Form) => Form;
  readonly tokens?: Tokens;
  /** The kinds of parts to compare; null: all of them. */
  readonly common?: (stored: Form, now: Form) => readonly string[] | null;
  /** Whether two parts of this kind are alike. */
  readonly alike?: (kind: string, stored: string, now: string) => boolean;
}
