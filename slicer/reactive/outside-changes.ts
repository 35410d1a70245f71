/**
 * Files and folders that other programs have changed since cells found them. A disk observer reports, per
 * path, the last execution that found other content. A cell whose last run is not newer has new inputs,
 * unless a cell writes the file itself.
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

/**
 * A path found by executions: by signature, the last execution that found it. `own`: for a folder, the paths
 * inside that cells write.
 */
export interface FoundPath {
  readonly path: string;
  readonly kind: WatchKind;
  readonly signatures: ReadonlyMap<string, Exec>;
  readonly own: ReadonlySet<string>;
}

/** The last execution that found a different content than the current one (`isSame`), 0 if there is none. */
export function lastOfAnother({ signatures }: FoundPath, isSame: (signature: string) => boolean): Exec {
  return Math.max(0, ...[...signatures].flatMap(([signature, exec]) => (isSame(signature) ? [] : [exec])));
}

/** A path and its kind of comparison as one string, for maps. */
export function foundKey(path: string, kind: WatchKind): string {
  return `${kind} ${path}`;
}

/** Tracks these changes. */
export class OutsideChanges {
  readonly #expected: ExpectedWriters;
  readonly #executions: () => readonly ExecutionRecord[];
  #unseen: ReadonlyMap<string, Exec> = new Map();

  /** `executions`: the last execution of each cell. */
  constructor(expected: ExpectedWriters, executions: () => readonly ExecutionRecord[]) {
    this.#expected = expected;
    this.#executions = executions;
  }

  /** Sets, by {@link foundKey}, the last execution that found other content; returns the keys whose value changed. */
  set(unseen: ReadonlyMap<string, Exec>): ReadonlySet<string> {
    const before = this.#unseen;
    this.#unseen = unseen;
    const keys = [...before.keys(), ...unseen.keys()];
    return new Set(keys.filter((key) => before.get(key) !== unseen.get(key)));
  }

  /** Locations that an execution found and that have changed since. */
  unseenBy({ exec, watched = [] }: ExecutionRecord): Location[] {
    const unseen = watched.filter(([path, kind]) => (this.#unseen.get(foundKey(path, kind)) ?? 0) >= exec);
    if (unseen.length === 0) return [];
    const written = this.#written();
    return unseen.flatMap(([path, kind]) =>
      kind === 'file' && written.has(path) ? [] : [{ object: FILE, field: path }],
    );
  }

  /** The paths found in the last runs of cells, except files that cells write. */
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

  /** The paths that cells write, from recorded writes and from observed effects of commands. */
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

/** The paths inside a folder: the notebook's own writes. */
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
