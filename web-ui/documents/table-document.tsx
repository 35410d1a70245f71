/** A table file in the table viewer. */

import { useEffect, useState } from 'preact/hooks';
import { TableGrid } from '../tables/table-grid.tsx';
import { ShownTable } from '../tables/table-state.ts';
import { fileTable } from './file-table.ts';

/** The table of a file. */
export function TableDocument({ path }: { path: string }) {
  const [table, setTable] = useState<ShownTable | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [told, setTold] = useState('');
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let current = true;
    setFailure(null);
    columnsOf(path).then(
      (columns) => {
        if (!current) return;
        setNote(columns.note);
        setTable(new ShownTable(fileTable(columns)));
      },
      (error: Error) => {
        if (current) setFailure(error.message);
      },
    );
    return () => {
      current = false;
    };
  }, [path, times]);
  if (failure !== null) {
    return (
      <p class="panel-note problem-text" role="status">
        {failure}
      </p>
    );
  }
  if (table === null) return <p class="panel-note">Reading …</p>;
  const page = table.loaded.value;
  const problem = table.problem.value;
  return (
    <div class="table-document">
      {(note ?? problem) !== null && (
        <p class="banner" role="status">
          <span>{problem ?? note}</span>
        </p>
      )}
      <TableGrid table={table} tell={setTold} />
      <footer class="facts">
        <span>
          {page !== null &&
            `${page.kind}, ${page.shape[0].toLocaleString()} × ${page.shape[1].toLocaleString()}. `}
          {told || 'Arrow keys move; Enter in a header sorts.'}
        </span>
        <button type="button" class="link" onClick={() => setTimes(times + 1)}>
          Read again
        </button>
      </footer>
    </div>
  );
}

async function columnsOf(path: string) {
  if (/\.(?:parquet|pq)$/i.test(path)) return (await import('./parquet-columns.ts')).parquetColumns(path);
  return (await import('./text-columns.ts')).textColumns(path);
}
