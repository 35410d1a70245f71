/**
 * Files and folders that other programs have changed since cells found them. Whoever looks at the disk says up to which execution nobody has
 * seen what is there now; a cell whose last run is not later has new inputs, unless a cell writes that path itself.
 */

import {
  type CellId,
  type Exec,
  type ExecutionRecord,
  FILE,
  type Location,
  type WatchKind,
} from '../model.ts';
import type { ExpectedWriters } from './expected-writers.ts';

/** A path that executions have found: the last execution that has found each signature. */
export interface FoundPath {
  readonly path: string;
  readonly kind: WatchKind;
  readonly signatures: ReadonlyMap<string, Exec>;
}

/** What of which path counts, as one string, for maps. */
export function foundKey(path: string, kind: WatchKind): string {
  return `${kind} ${path}`;
}

/** Follows them. */
export class OutsideChanges {
  readonly #expected: ExpectedWriters;
  #unseen: ReadonlyMap<string, Exec> = new Map();

  constructor(expected: ExpectedWriters) {
    this.#expected = expected;
  }

  /** Sets up to which executions the present content is unseen, by {@link foundKey}; gives the keys for which that is another one now. */
  set(unseen: ReadonlyMap<string, Exec>): ReadonlySet<string> {
    const before = this.#unseen;
    this.#unseen = unseen;
    const keys = [...before.keys(), ...unseen.keys()];
    return new Set(keys.filter((key) => before.get(key) !== unseen.get(key)));
  }

  /** What an execution has found that is another one now. */
  unseenBy({ exec, watched = [] }: ExecutionRecord): Location[] {
    if (this.#unseen.size === 0) return [];
    return watched.flatMap(([path, kind]) => {
      const last = this.#unseen.get(foundKey(path, kind)) ?? 0;
      return last >= exec && !this.#isWritten(path, kind) ? [{ object: FILE, field: path }] : [];
    });
  }

  /** What these executions have found, and no cell writes. */
  found(executions: Iterable<ExecutionRecord>): FoundPath[] {
    const found = new Map<string, { path: string; kind: WatchKind; signatures: Map<string, Exec> }>();
    for (const { exec, watched = [] } of executions) {
      for (const [path, kind, signature] of watched) {
        const key = foundKey(path, kind);
        const known = found.get(key);
        if (known) known.signatures.set(signature, Math.max(exec, known.signatures.get(signature) ?? 0));
        else if (!this.#isWritten(path, kind))
          found.set(key, { path, kind, signatures: new Map([[signature, exec]]) });
      }
    }
    return [...found.values()];
  }

  /** Whether a cell writes a file, or one in a folder: then what is there is the notebook's own matter. */
  #isWritten(path: string, kind: WatchKind): boolean {
    const fields = this.#expected.fieldsWritten(FILE);
    return kind === 'file' ? fields.has(path) : [...fields].some((field) => field.startsWith(`${path}/`));
  }
}

/** The cells that have found one of these keys. */
export function findersOf(
  keys: ReadonlySet<string>,
  executions: Iterable<readonly [CellId, ExecutionRecord | null]>,
): CellId[] {
  if (keys.size === 0) return [];
  const isOne = ([path, kind]: readonly [string, WatchKind, string]): boolean =>
    keys.has(foundKey(path, kind));
  return [...executions].flatMap(([cell, execution]) => (execution?.watched?.some(isOne) ? [cell] : []));
}
