/**
 * Files and folders that other programs have changed since cells found them. A disk observer reports, per
 * path, the last execution that found other content. A cell whose last run is not newer has new inputs,
 * unless a cell above writes the file.
 */

import type { CellId, Exec, ExecutionRecord, WatchKind } from '../records/execution-record.ts';
import { FILE, pathOf } from '../records/file-locations.ts';
import { type Location, WHOLE } from '../records/location.ts';
import type { ExpectedWriters } from './expected-writers.ts';

/**
 * A path found by executions: by signature, the last execution that found it. `own`: for a folder, the paths
 * that cells write: inside, or the folder itself. `made`: for a file that cells write, by digest of a content that is the cells' own,
 * the last execution for which this content is no change.
 */
export interface FoundPath {
  readonly path: string;
  readonly kind: WatchKind;
  readonly signatures: ReadonlyMap<string, Exec>;
  readonly own: ReadonlySet<string>;
  readonly made: ReadonlyMap<string, Exec>;
}

/** The last execution that found a different content than the current one (`isSame`), 0 if there is none. */
export function lastOfAnother(
  { signatures }: FoundPath,
  isSame: (signature: string, exec: Exec) => boolean,
): Exec {
  const others = [...signatures].filter(([signature, exec]) => !isSame(signature, exec));
  return Math.max(0, ...others.map(([, exec]) => exec));
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
  unseenBy(execution: ExecutionRecord): Location[] {
    const { exec, watched = [] } = execution;
    const unseen = watched.filter(([path, kind]) => (this.#unseen.get(foundKey(path, kind)) ?? 0) >= exec);
    if (unseen.length === 0) return [];
    const own = this.#ownContents();
    return unseen.flatMap(([path, kind]) =>
      kind === 'file' && this.#findsOwn(execution, path, own) ? [] : [{ object: FILE, field: path }],
    );
  }

  /** The paths found in the last runs of cells, except files that these runs found as cells wrote them. */
  found(): FoundPath[] {
    const executions = this.#executions();
    if (executions.every(({ watched }) => watched === undefined)) return [];
    const own = this.#ownContents();
    const found = new Map<string, FoundPath & { signatures: Map<string, Exec> }>();
    for (const execution of executions) {
      const { exec, watched = [] } = execution;
      for (const [path, kind, signature] of watched) {
        if (kind === 'file' && this.#findsOwn(execution, path, own)) continue;
        const key = foundKey(path, kind);
        const known = found.get(key);
        if (known) known.signatures.set(signature, Math.max(exec, known.signatures.get(signature) ?? 0));
        else
          found.set(key, {
            path,
            kind,
            signatures: new Map([[signature, exec]]),
            own: kind === 'file' ? NONE : writtenIn(path, own),
            made: (kind === 'file' && own.get(path)) || NO_CONTENTS,
          });
      }
    }
    return [...found.values()];
  }

  /**
   * Whether an execution found a file as cells write it: a cell above writes it, or the same cell does
   * before it reads, or the content that cells left last is unknown.
   */
  #findsOwn({ cell, statements }: ExecutionRecord, path: string, own: OwnContents): boolean {
    const contents = own.get(path);
    if (contents === undefined) return false;
    if (contents === null || this.#expected.find({ object: FILE, field: path }, cell).length > 0) return true;
    const isPath = ({ object, field }: Location): boolean => object === FILE && field === path;
    const first = statements.find(({ reads, writes }) => reads.some(isPath) || writes.some(isPath));
    return first !== undefined && !first.reads.some(isPath);
  }

  /** By path that cells write, from recorded writes and from observed effects of commands, the cells' own contents. */
  #ownContents(): OwnContents {
    const own = new Map<string, Map<string, Exec> | null>();
    const executions = this.#executions();
    const byCell = new Map(
      executions.map(({ cell, exec, world }) => {
        const contents = (world?.contents ?? []).map(([path, ...made]) => [path, made] as const);
        return [cell, { exec, contents: new Map(contents) }];
      }),
    );
    const add = (path: string, cells: Iterable<CellId>): void => {
      const contents = new Map<string, Exec>();
      let last: Exec = 0;
      let isKnown = true;
      for (const cell of cells) {
        const execution = byCell.get(cell);
        if (execution === undefined) continue;
        const { exec, contents: known } = execution;
        const made = known.get(path);
        if (exec > last) {
          last = exec;
          isKnown = made !== undefined;
        }
        if (made === undefined) continue;
        const [before, after] = made;
        contents.set(before, Math.max(exec, contents.get(before) ?? 0));
        contents.set(after, Number.POSITIVE_INFINITY);
      }
      own.set(path, isKnown ? contents : null);
    };
    for (const field of this.#expected.fieldsWritten(FILE))
      add(field, this.#expected.cellsThatWrite({ object: FILE, field }));
    for (const { cell, statements, world } of executions) {
      if (!world?.changed.length) continue;
      const isAny = statements.some(({ writes }) =>
        writes.some(({ object, field }) => object === FILE && field === WHOLE),
      );
      if (isAny) for (const path of world.changed) if (!own.has(path)) add(path, [cell]);
    }
    return own;
  }
}

/** By path: the last execution for which a content is no change, by the content's digest; null: unknown contents. */
type OwnContents = ReadonlyMap<string, ReadonlyMap<string, Exec> | null>;

const NONE: ReadonlySet<string> = new Set();
const NO_CONTENTS: ReadonlyMap<string, Exec> = new Map();

/** The paths inside a folder: the notebook's own writes. */
function writtenIn(folder: string, own: OwnContents): ReadonlySet<string> {
  const paths = [...own.keys()].map(pathOf);
  return new Set(paths.filter((path) => path === folder || path.startsWith(`${folder}/`)));
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
