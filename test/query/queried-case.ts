/** Notebooks of cases in the form that queries take, in a database of facts. It asserts nothing. */

import { shippedLibrary } from '../../instrument/index.ts';
import { checkedNotebook, NOWHERE } from '../../runtime/checking/index.ts';
import { queriedSource } from '../../runtime/cli/sources/queried-source.ts';
import { parseNotebook } from '../../runtime/documents/index.ts';
import { FactsDatabase } from '../../runtime/query/index.ts';
import { fromNotebook } from '../../runtime/sources/index.ts';
import { QueriedNotebook, rowOf, type SeenSession, type SqlValue, TABLES } from '../../slicer/index.ts';

/** A cell: the text of a code cell, or one with more. Its id is `c1`, `c2` … */
export type QueriedCell =
  | string
  | { readonly markdown: string }
  | {
      readonly code: string;
      readonly count?: number;
      readonly tags?: readonly string[];
      /** Media types of its displays. */
      readonly shows?: readonly string[];
    };

const library = shippedLibrary();

/** A file of these cells, as nbformat has it. */
export function notebookJson(cells: readonly QueriedCell[], metadata: object = {}): string {
  const all = cells.map((cell, at) => {
    const id = `c${at + 1}`;
    if (typeof cell !== 'string' && 'markdown' in cell)
      return { cell_type: 'markdown', id, metadata: {}, source: cell.markdown };
    const { code, count = null, tags, shows = [] } = typeof cell === 'string' ? { code: cell } : cell;
    return {
      cell_type: 'code',
      id,
      metadata: tags === undefined ? {} : { tags },
      source: code,
      execution_count: count,
      outputs: shows.map((media) => ({ output_type: 'display_data', data: { [media]: 'x' }, metadata: {} })),
    };
  });
  return JSON.stringify({ cells: all, metadata, nbformat: 4, nbformat_minor: 5 });
}

/** A notebook for queries. `seen`: the observed facts of its runs. */
export function queriedNotebook(
  cells: readonly QueriedCell[],
  seen: SeenSession = { runs: [], graph: null },
): QueriedNotebook {
  const notebook = parseNotebook(notebookJson(cells), 'book.ipynb');
  const checked = checkedNotebook(notebook, NOWHERE);
  const source = queriedSource(fromNotebook(notebook), checked, 'book.ipynb', library);
  return new QueriedNotebook({ ...source, seen: () => seen });
}

/** The rows of a query about a notebook. @throws {SqlMistake} */
export async function rowsOf(notebook: QueriedNotebook, sql: string): Promise<(readonly SqlValue[])[]> {
  const database = await FactsDatabase.open();
  try {
    const { tables } = database.inspect(sql);
    for (const table of TABLES) {
      if (!tables.has(table.name)) continue;
      database.fill(
        table.name,
        [...table.rows(notebook)].map((row) => rowOf(table, notebook.source.file, row)),
      );
    }
    return [...database.rows(sql, {}, 20_000)];
  } finally {
    database.close();
  }
}
