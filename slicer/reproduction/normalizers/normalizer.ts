/** What a normaliser is: a named reason for which two outputs count as the same though they are not equal. */

import type { Form } from '../shown.ts';

/** When the notebook was run again: what clocks said meanwhile. */
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

/** `takes` says what it takes for the same, `hides` which true difference that can hide. It does one or more of four things. */
export interface Normalizer {
  readonly name: string;
  readonly takes: string;
  readonly hides: string;
  /** Brings an item into a form in which such a difference is gone. */
  readonly rewrite?: (form: Form) => Form;
  readonly tokens?: Tokens;
  /** The kinds of parts that have to be alike; null: all of them. */
  readonly common?: (stored: Form, now: Form) => readonly string[] | null;
  /** Whether two parts of this kind are alike. */
  readonly alike?: (kind: string, stored: string, now: string) => boolean;
}
