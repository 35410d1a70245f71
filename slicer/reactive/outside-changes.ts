/**
 * Files and folders that other programs have changed since cells found them. Whoever looks at the disk says up to which execution nobody has
 * seen what is there now; a cell whose last run is not later has new inputs, unless a cell writes that file itself.
 */

import {
  type CellId,
  type Exec,
  type ExecutionRecord,
  FILE,
  type Location,
  pathOf,
  type WatchKind,
  WHOLE,
} from '../model.ts';
import type { ExpectedWriters } from './expected-writers.ts';

/** A path that executions have found: the last execution that has found each signature. `own`: what cells write in it, where it is a folder. */
export interface FoundPath {
  readonly path: string;
  readonly kind: WatchKind;
  readonly signatures: ReadonlyMap<string, Exec>;
  readonly own: ReadonlySet<string>;
}

/** The last execution that has found something else than what is there now (`isSame`), 0 when there is none. */
export function lastOfAnother({ signatures }: FoundPath, isSame: (signature: string) => boolean): Exec {
  return Math.max(0, ...[...signatures].flatMap(([signature, exec]) => (isSame(signature) ? [] : [exec])));
}

/** What of which path counts, as one string, for maps. */
export function foundKey(path: string, kind: WatchKind): string {
  return `${kind} ${path}`;
}

/** Follows them. */
export class OutsideChanges {
  readonly #expected: ExpectedWriters;
  readonly #executions: () => readonly ExecutionRecord[];
  #unseen: ReadonlyMap<string, Exec> = new Map();

  /** `executions`: the last ones of all cells. */
  constructor(expected: ExpectedWriters, executions: () => readonly ExecutionRecord[]) {
    this.#expected = expected;
    this.#executions = executions;
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
    const unseen = watched.filter(([path, kind]) => (this.#unseen.get(foundKey(path, kind)) ?? 0) >= exec);
    if (unseen.length === 0) return [];
    const written = this.#written();
    return unseen.flatMap(([path, kind]) =>
      kind === 'file' && written.has(path) ? [] : [{ object: FILE, field: path }],
    );
  }

  /** What cells have found when they ran last, but for files that cells write. */
  found(): FoundPath[] {
    const executions = this.#executions();
    if (executions.every(({ watched }) => watched === undefined)) return [];
    const written = this.#written();
    const found = new Map<string, FoundPath & { signatures: Map<string, Exec> }>();
    for (const { exec, watched = [] } of executions) {
      for (const [path, kind, signature] of watched) {
        const key = foundKey(path, kind);
        const known = found.get(key);
        if (known) known.signatures.set(signature, Math.max(exec, known.signatures.get(signature) ?? 0));
        else if (kind !== 'file' || !written.has(path))
          found.set(key, {
            path,
            kind,
            signatures: new Map([[signature, exec]]),
            own: kind === 'file' ? NONE : writtenIn(path, written),
          });
      }
    }
    return [...found.values()];
  }

  /** The paths that cells write: those that they name, and those that a command of theirs was found to have changed. */
  #written(): ReadonlySet<string> {
    const written = new Set(this.#expected.fieldsWritten(FILE));
    for (const { statements, world } of this.#executions()) {
      if (!world?.changed.length) continue;
      const isAny = statements.some(({ writes }) =>
        writes.some(({ object, field }) => object === FILE && field === WHOLE),
      );
      if (isAny) for (const path of world.changed) written.add(path);
    }
    return written;
  }
}

const NONE: ReadonlySet<string> = new Set();

/** What of these is in a folder: that is the notebook's own matter. */
function writtenIn(folder: string, written: ReadonlySet<string>): ReadonlySet<string> {
  const paths = [...written].map(pathOf);
  return new Set(paths.filter((path) => path.startsWith(`${folder}/`)));
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
