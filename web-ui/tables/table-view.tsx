/** A table over the page: only visible cells are loaded and drawn. For the keyboard the table is a grid. */

import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { useModal } from '../modal.ts';
import { insertCell } from '../page/cell-actions.ts';
import { notebook } from '../page/notebook-state.ts';
import { overlay } from '../page/page-parts.ts';
import { closeTable, kernelTable, shownTable } from './kernel-table.ts';
import { TableChart } from './table-chart.tsx';
import { TableGrid } from './table-grid.tsx';
import { TableTools } from './table-tools.tsx';
import { codeButton, shapeText, TABLE_KEYS } from './table-words.ts';

/** The table of the chosen name. */
export function TableView() {
  const dialog = useModal('.table-scroll');
  const [told, setTold] = useState('');
  const [chart, setChart] = useState(false);
  const table = kernelTable.value;
  const idle = notebook.value?.kernel.state === 'idle';
  useEffect(() => {
    if (idle) table?.refresh();
  }, [idle]);
  const close = () => {
    closeTable();
    overlay.value = null;
  };
  const name = shownTable.value;
  if (table === null) return null;
  const page = table.loaded.value;
  const problem = table.problem.value;
  const code = page?.code ?? null;
  return (
    <dialog ref={dialog} class="table-view" aria-label={`Table ${name}`} onClose={close}>
      <header>
        <h2>
          <code>{name}</code>
          {page !== null && <span class="facts">{shapeText(page)}, as it is now</span>}
          <span class="facts reading" role="status">
            {table.reading.value && 'reading …'}
          </span>
        </h2>
        <button type="button" class="icon" aria-label="Close" title="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {problem !== null && (
        <p class="banner" role="status">
          {idle ? problem : 'A cell is running; the table is read again when it has ended.'}
        </p>
      )}
      <TableTools table={table} name={name ?? 'table'} chart={chart} toggleChart={() => setChart(!chart)} />
      {chart && <TableChart table={table} />}
      <TableGrid table={table} tell={setTold} />
      <footer class="facts">
        {told || TABLE_KEYS}
        {code !== null && (
          <button
            type="button"
            title={code}
            onClick={() => {
              dialog.current?.close();
              insertCell('below', 'code', code);
            }}
          >
            {codeButton(table)}
          </button>
        )}
      </footer>
    </dialog>
  );
}
