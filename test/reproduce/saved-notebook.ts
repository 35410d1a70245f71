/** Notebooks that were saved with outputs, as text. */

/** A code cell: its source, what it had printed (null: nothing), and its count (default: its place). */
export type SavedCell = readonly [source: string, printed: string | null, count?: number | null];

/** The text of a notebook. */
export function savedNotebook(cells: readonly SavedCell[]): string {
  const json = cells.map(([source, printed, count], at) => ({
    cell_type: 'code',
    execution_count: count === undefined ? at + 1 : count,
    id: `c${at + 1}`,
    metadata: {},
    outputs: printed === null ? [] : [{ output_type: 'stream', name: 'stdout', text: [printed] }],
    source,
  }));
  const metadata = { language_info: { name: 'python' } };
  return JSON.stringify({ cells: json, metadata, nbformat: 4, nbformat_minor: 5 });
}
