/** A stored run of a cell: the state before, the state after, and the outputs. */

import {
  count,
  flag,
  items,
  jsonObject,
  list,
  maybe,
  number,
  object,
  only,
  record,
  type Schema,
  text,
  word,
} from '../../instrument/index.ts';
import type { Output } from '../kernel/index.ts';

/** The form of entries and keys: entries of another version are never used. */
export const STORE_VERSION = 4;

/**
 * A part of the state before a run: `name` a global name with the signature of its group, `world` a part of the world
 * with the version of its last writer, `file` a path (`./` is the notebook's folder) with a digest of the content; `names`, `tree`
 * and `contents` a folder.
 */
export const INPUT_KINDS = ['name', 'world', 'file', 'names', 'tree', 'contents'] as const;
export type InputKind = (typeof INPUT_KINDS)[number];
export type Input = readonly [kind: InputKind, name: string, value: string];

/** Values in one file. `streams`: they are states of random streams. */
export interface StoredValues {
  readonly names: readonly string[];
  readonly streams: boolean;
  readonly sha256: string;
  readonly size: number;
  /** A digest of the values, equal after reading. */
  readonly fingerprint: string;
  /** Whether reading runs no code of the author. */
  readonly plain?: boolean;
  /** Whether somebody else wrote the file: then a pickle is not read. Not in the entry. */
  readonly foreign?: boolean;
}

/** A written file. */
export interface StoredFile {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  readonly mode: number;
}

/** The changed part of the state after a run. */
export interface StateAfter {
  /** Versions by name. */
  readonly names: Readonly<Record<string, string>>;
  /** The groups of these names. */
  readonly groups: readonly (readonly string[])[];
  readonly deleted: readonly string[];
  /** Versions of parts of the world. */
  readonly world: Readonly<Record<string, string>>;
}

/** One stored run. */
export interface StoredRun {
  readonly version: typeof STORE_VERSION;
  readonly key: string;
  /** A digest of the text. */
  readonly source: string;
  /** The beginning of the text, for people. */
  readonly title: string;
  readonly inputs: readonly Input[];
  /** Digests of the settings before the run. */
  readonly settings: Readonly<Record<string, string>>;
  readonly after: StateAfter;
  readonly values: readonly StoredValues[];
  readonly files: readonly StoredFile[];
  readonly outputs: readonly Output[];
  /** Modules loaded by the run. */
  readonly modules: readonly string[];
  /** Parts of the world that the run may have read while they were unset. */
  readonly unset?: readonly string[];
  /** The start of the run, in milliseconds since 1970, and its duration. */
  readonly at: number;
  readonly ms: number;
  /** The interpreter, which reads the values back. */
  readonly python: string;
  /** The folders of its modules. */
  readonly path: readonly string[];
  /** The fingerprint of somebody else who wrote the entry. Not in the entry. */
  readonly author?: string;
}

const TEXTS = list(text);

export const STORED_RUN: Schema<StoredRun> = object<Omit<StoredRun, 'author'>>({
  version: only(STORE_VERSION),
  key: text,
  source: text,
  title: text,
  inputs: list(items<Input>(word(...INPUT_KINDS), text, text)),
  settings: record(text),
  after: object<StateAfter>({
    names: record(text),
    groups: list(TEXTS),
    deleted: TEXTS,
    world: record(text),
  }),
  values: list(
    object<Omit<StoredValues, 'foreign'>>({
      names: TEXTS,
      streams: flag,
      sha256: text,
      size: count,
      fingerprint: text,
      plain: maybe(flag),
    }),
  ),
  files: list(object<StoredFile>({ path: text, sha256: text, size: count, mode: count })),
  outputs: list(jsonObject<Output>()),
  modules: TEXTS,
  unset: maybe(TEXTS),
  at: number,
  ms: number,
  python: text,
  path: TEXTS,
});
