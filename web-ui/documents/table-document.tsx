/** A table file in the table viewer. */

import { effect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { insertCell } from '../page/cell-actions.ts';
import { say } from '../page/notices.ts';
import { TableChart } from '../tables/table-chart.tsx';
import { TableGrid } from '../tables/table-grid.tsx';
import { ShownTable } from '../tables/table-state.ts';
import { TableTools } from '../tables/table-tools.tsx';
import { codeButton, shapeText, TABLE_KEYS } from '../tables/table-words.ts';
import { folderOf, openDocument, ownNotebook, takesFocus } from '../workplace/open-documents.ts';
import { fileTable } from './file-table.ts';

/** The table of a file. */
export function TableDocument({ path }: { path: string }) {
  const [table, setTable] = useState<ShownTable | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [told, setTold] = useState('');
  const [chart, setChart] = useState(false);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let current = true;
    setFailure(null);
    columnsOf(path).then(
      (columns) => {
        if (!current) return;
        setNote(columns.note);
        setTable(new ShownTable(fileTable(columns, pathFor(path))));
      },
      (error: Error) => {
        if (current) setFailure(error.message);
      },
    );
    return () => {
      current = false;
    };
  }, [path, times]);
  const place = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      effect(() => {
        const grid = place.current?.querySelector<HTMLElement>('.table-scroll');
        if (grid && takesFocus(path)) grid.focus();
      }),
    [path, table],
  );
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
  const code = page?.code ?? null;
  return (
    <div ref={place} class="table-document">
      {(note ?? problem) !== null && (
        <p class="banner" role="status">
          <span>{problem ?? note}</span>
        </p>
      )}
      <TableTools table={table} name={stemOf(path)} chart={chart} toggleChart={() => setChart(!chart)} />
      {chart && <TableChart table={table} />}
      <TableGrid table={table} tell={setTold} />
      <footer class="facts">
        <span>
          {page !== null && `${shapeText(page)}. `}
          {told || TABLE_KEYS}
        </span>
        {code !== null && <CodeButton table={table} code={code} />}
        <button type="button" class="link" onClick={() => setTimes(times + 1)}>
          Read again
        </button>
      </footer>
    </div>
  );
}

/** Takes the code of the shown rows into the notebook of this page, or into the clipboard where there is none. */
function CodeButton({ table, code }: { table: ShownTable; code: string }) {
  const notebook = ownNotebook.value;
  const take = async () => {
    if (notebook !== null) {
      openDocument(notebook);
      insertCell('below', 'code', code);
      return;
    }
    await navigator.clipboard.writeText(code);
    say('The code is copied.');
  };
  return (
    <button type="button" title={code} onClick={() => void take()}>
      {notebook === null ? 'Copy as code' : codeButton(table)}
    </button>
  );
}

/** A path as code in the notebook of this page names it. */
function pathFor(path: string): string {
  const notebook = ownNotebook.peek();
  const from = notebook === null ? [] : folderOf(notebook).split('/').filter(Boolean);
  const to = path.split('/');
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same += 1;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/');
}

function stemOf(path: string): string {
  return path
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '');
}

async function columnsOf(path: string) {
  if (/\.(?:parquet|pq)$/i.test(path)) return (await import('./parquet-columns.ts')).parquetColumns(path);
  return (await import('./text-columns.ts')).textColumns(path);
}
