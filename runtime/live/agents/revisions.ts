/**
 * Revisions of an open notebook's cells: a digest of ids, types and texts. Equal cells have equal revisions,
 * in every session. The last revisions seen by agents are kept, to compute differences.
 */

import { createHash } from 'node:crypto';
import type { Cell } from '../../documents/index.ts';
import type { ChangedCell } from '../messages/agent-messages.ts';

/** The parts of a cell in a revision. */
type Known = Pick<Cell, 'id' | 'type' | 'source'>;

const MOST_REVISIONS = 100;
const DIGEST_LENGTH = 12;

/** The revisions of one notebook. */
export class Revisions {
  readonly #seen = new Map<string, readonly Known[]>();
  #last: { readonly cells: readonly Cell[]; readonly revision: string } | null = null;

  /** The revision of cells, which an agent sees now. */
  of(cells: readonly Cell[]): string {
    if (this.#last?.cells !== cells) this.#last = { cells, revision: digest(cells) };
    const { revision } = this.#last;
    this.#seen.delete(revision);
    this.#seen.set(revision, cells);
    for (const old of this.#seen.keys()) {
      if (this.#seen.size <= MOST_REVISIONS) break;
      this.#seen.delete(old);
    }
    return revision;
  }

  /** The changes of cells since a revision; all cells are new since an unknown one. */
  changesSince(revision: string, cells: readonly Cell[]): readonly ChangedCell[] {
    const before = this.#seen.get(revision) ?? [];
    const old = new Map(before.map((cell, at) => [cell.id, { cell, at }]));
    const here = new Set(cells.map(({ id }) => id));
    const kept = before.filter(({ id }) => here.has(id)).map(({ id }) => id);
    const deleted = before.filter(({ id }) => !here.has(id));
    let next = 0;
    const changed = cells.flatMap(({ id, type, source }): ChangedCell[] => {
      const known = old.get(id)?.cell;
      if (known === undefined) return [{ cell: id, change: 'inserted', source }];
      const isMoved = kept[next] !== id;
      next += 1;
      if (known.source !== source || known.type !== type) return [{ cell: id, change: 'edited', source }];
      return isMoved ? [{ cell: id, change: 'moved' }] : [];
    });
    return [...changed, ...deleted.map(({ id }): ChangedCell => ({ cell: id, change: 'deleted' }))];
  }
}

function digest(cells: readonly Known[]): string {
  const hash = createHash('sha256');
  for (const { id, type, source } of cells) hash.update(JSON.stringify([id, type, source]));
  return hash.digest('hex').slice(0, DIGEST_LENGTH);
}
