/** A link from a shown table to the whole table, where its name is certain. */

import type { CellView } from '../../runtime/index.ts';
import { isPlain } from '../page/of-python.ts';
import { showTable } from './kernel-table.ts';

const SHOWN = /^([A-Za-z_]\w*)(?:\.(?:head|tail)\(\d*\))?$/;

/** The link, below the outputs of a cell. */
export function TableLink({ cell }: { cell: CellView }) {
  const name = shownName(cell);
  if (name === null || isPlain.value) return null;
  return (
    <button type="button" class="link table-link" onClick={() => showTable(name)}>
      Open {name} as a table
    </button>
  );
}

/** The name of the table in the last line of a cell; null for an uncertain name or an edited text. */
function shownName({ source, outputs, state, exec }: CellView): string | null {
  if (exec === null || state === 'edited' || state === 'running') return null;
  const last = outputs.at(-1);
  if (last?.output_type !== 'execute_result') return null;
  const html = last.data['text/html'];
  if (typeof html !== 'string' || !/<table[^>]*class="dataframe"/.test(html)) return null;
  const line = source.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return SHOWN.exec(line)?.[1] ?? null;
}
