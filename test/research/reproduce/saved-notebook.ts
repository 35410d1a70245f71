/** Notebooks with saved outputs, as text. */

/** The saved output of a cell: printed text, a value, or a picture with its text. Null: none. */
type Shown = string | null | { readonly value: string } | { readonly picture: string };

/** A code cell: its source, its saved output, and its count (default: its position). */
export type SavedCell = readonly [source: string, shown: Shown, count?: number | null];

/** One white point. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAG7buVgAAAABJRU5ErkJggg==';

/** The text of a notebook. */
export function savedNotebook(cells: readonly SavedCell[]): string {
  const json = cells.map(([source, shown, count], at) => ({
    cell_type: 'code',
    execution_count: count === undefined ? at + 1 : count,
    id: `c${at + 1}`,
    metadata: {},
    outputs: shown === null ? [] : [outputOf(shown, count ?? at + 1)],
    source,
  }));
  const metadata = { language_info: { name: 'python' } };
  return JSON.stringify({ cells: json, metadata, nbformat: 4, nbformat_minor: 5 });
}

function outputOf(shown: Exclude<Shown, null>, count: number): object {
  if (typeof shown === 'string') return { output_type: 'stream', name: 'stdout', text: [shown] };
  if ('picture' in shown) {
    const data = { 'image/png': PNG, 'text/plain': [shown.picture] };
    return { output_type: 'display_data', data, metadata: {} };
  }
  const data = { 'text/plain': [shown.value] };
  return { output_type: 'execute_result', execution_count: count, data, metadata: {} };
}
