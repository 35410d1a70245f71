/** The agent's answers to the questions of the store (`instrument/agent/store/answers.py`). */

import {
  count,
  flag,
  list,
  maybe,
  number,
  object,
  record,
  type Schema,
  text,
} from '../../instrument/index.ts';
import { FACTS, type PlaceFacts } from './place-facts.ts';

/** The kernel of a session with a store: it answers questions between runs. */
export interface AskedKernel {
  ask<T>(question: string, given: object, form: Schema<T>): Promise<T | null>;
}

/** The answer before a run; `error`: values could not be read. */
export interface Begun {
  readonly settings?: Readonly<Record<string, string>>;
  /** By name: the token of the object that was read for it. */
  readonly tokens?: Readonly<Record<string, string>>;
  /** The tokens of all objects in the names that a stored run read. */
  readonly reached?: readonly string[];
  /** The number of the input before the answer. */
  readonly count?: number;
  readonly error?: string;
}

export const BEGUN: Schema<Begun> = object<Begun>({
  settings: maybe(record(text)),
  tokens: maybe(record(text)),
  reached: maybe(list(text)),
  count: maybe(count),
  error: maybe(text),
});

/** What is the same for the whole session. */
export interface Place extends PlaceFacts {
  /** A digest of Python and its packages, as they are on this machine. */
  readonly installed: string;
  readonly python: string;
  readonly path: readonly string[];
}

export const PLACE: Schema<Place> = object<Place>({
  installed: text,
  python: text,
  path: list(text),
  ...FACTS,
});

/** The state after a run. Without `groups`: there is too much to be looked through. */
export interface Looked {
  readonly doubts: readonly string[];
  readonly modules: readonly string[];
  /** Files of the user's modules that the run loaded. */
  readonly local?: readonly string[];
  readonly groups?: readonly (readonly string[])[];
  readonly plain?: Readonly<Record<string, string>>;
  readonly code?: readonly string[];
  readonly reached?: Readonly<Record<string, readonly string[]>>;
  readonly lost?: readonly string[];
  readonly paths?: Readonly<Record<string, string>>;
  /** The settings before the next run. */
  readonly settings?: Readonly<Record<string, string>>;
}

export const LOOKED: Schema<Looked> = object<Looked>({
  doubts: list(text),
  modules: list(text),
  local: maybe(list(text)),
  groups: maybe(list(list(text))),
  plain: maybe(record(text)),
  code: maybe(list(text)),
  reached: maybe(record(list(text))),
  lost: maybe(list(text)),
  paths: maybe(record(text)),
  settings: maybe(record(text)),
});

/** A written file of values, or the reason against one. */
export interface Saved {
  readonly size?: number;
  readonly sha256?: string;
  readonly fingerprint?: string;
  readonly classes?: readonly string[];
  /** Whether the path of the folder is in the values. */
  readonly placed?: boolean;
  /** Whether others may read the values, because reading runs no code. */
  readonly plain?: boolean;
  readonly seconds?: number;
  readonly reason?: string;
}

export const SAVED: Schema<readonly Saved[]> = list(
  object<Saved>({
    size: maybe(count),
    sha256: maybe(text),
    fingerprint: maybe(text),
    classes: maybe(list(text)),
    placed: maybe(flag),
    plain: maybe(flag),
    seconds: maybe(number),
    reason: maybe(text),
  }),
);
