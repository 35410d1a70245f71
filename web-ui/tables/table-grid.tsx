// biome-ignore-all lint/a11y/useSemanticElements: a table element would lay out what is not drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the cell that it is at
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keys
/** The grid of a table: header, rows and columns in view, the keyboard's cell. */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TablePage } from '../../runtime/index.ts';
import {
  columnAt,
  edgeOf,
  type GridCell,
  moveInGrid,
  rangeOf,
  rowAt,
  scrollOfRow,
  spaceHeight,
  widthOf,
} from './grid-geometry.ts';
import { copyTexts } from './table-copy.ts';
import { type CellProps, HeaderCell, idOf } from './table-header.tsx';
import type { ShownTable } from './table-state.ts';

const ROW = 24;
const HEADER = 102;
/** Rows and columns loaded beyond the view. */
const [MORE_ROWS, MORE_COLUMNS] = [40, 3];
/** The view before the first answer. */
const FIRST = [60, 16] as const;

/** The grid of a table. `tell`: the description of the keyboard's cell. */
export function TableGrid({ table, tell }: { table: ShownTable; tell: (text: string) => void }) {
  const { loaded, reading, sort, summaries, filters, search } = table;
  const widths = table.widths.value;
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, left: 0, width: 0, height: 0 });
  const [at, setAt] = useState<GridCell>({ row: -1, column: 0 });
  // the other end of the selected cells
  const [from, setFrom] = useState<GridCell>(at);
  const page = loaded.value;
  const [rows, columns] = page?.shape ?? [0, 0];
  const labels = Math.min(3, page?.indexNames.length ?? 1) * 90;
  const seenRows = Math.max(1, Math.floor((view.height - HEADER) / ROW));
  const space = spaceHeight(rows, ROW) + HEADER;
  const first = rowAt(view.top, space - view.height, rows - seenRows);
  const inside = view.width - labels;
  const mostLeft = columnAt(edgeOf(columns, widths) - inside, columns, widths);
  const left = Math.min(Math.max(0, Math.min(mostLeft, columns - 1)), columnAt(view.left, columns, widths));
  const seenColumns = Math.max(1, columnAt(edgeOf(left, widths) + inside + 1, columns, widths) - 1 - left);

  useLayoutEffect(() => {
    const element = scroller.current!;
    const look = () =>
      setView({
        top: element.scrollTop,
        left: element.scrollLeft,
        width: element.clientWidth,
        height: element.clientHeight,
      });
    look();
    element.addEventListener('scroll', look);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, []);
  useEffect(() => {
    const known = page !== null;
    table.want(
      [Math.max(0, first - MORE_ROWS), known ? Math.min(rows, first + seenRows + MORE_ROWS) : FIRST[0]],
      [
        Math.max(0, left - MORE_COLUMNS),
        known ? Math.min(columns, left + seenColumns + MORE_COLUMNS) : FIRST[1],
      ],
    );
  }, [table, first, left, seenRows, seenColumns, rows, columns, page === null]);
  useEffect(() => {
    scroller.current!.scrollTop = 0;
  }, [sort.value, filters.value, search.value]);
  useEffect(() => tell(page === null ? '' : placeText(page, at)), [page, at, summaries.value]);

  const choose = (place: GridCell, extends_ = false) => {
    setAt(place);
    if (!extends_ || from.row < 0) setFrom(place);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && at.row < 0) {
      event.preventDefault();
      table.sortBy(at.column);
      return;
    }
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === 'f' && isPlain) {
      event.preventDefault();
      event.stopPropagation();
      table.filtering.value = at.column;
      return;
    }
    if (event.key === 'c' && (event.ctrlKey || event.metaKey) && at.row >= 0) {
      event.preventDefault();
      event.stopPropagation();
      void copyTexts(table, rangeOf(from, at)).then(tell);
      return;
    }
    const next = moveInGrid(at, event, { rows, columns, page: seenRows });
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    choose(next, event.shiftKey);
    const element = scroller.current!;
    if (next.row >= 0 && (next.row < first || next.row >= first + seenRows)) {
      const wanted = next.row < first ? next.row : next.row - seenRows + 1;
      element.scrollTop = scrollOfRow(wanted, space - view.height, rows - seenRows);
    }
    if (next.column < left) element.scrollLeft = edgeOf(next.column, widths);
    if (next.column >= left + seenColumns) element.scrollLeft = edgeOf(next.column + 1, widths) - inside;
  };

  const shownColumns = range(left, Math.min(columns, left + seenColumns + 1));
  const shownRows = range(first, Math.min(rows, first + seenRows + 1));
  return (
    <div
      ref={scroller}
      class="table-scroll"
      role="grid"
      tabIndex={0}
      aria-label="Table"
      aria-rowcount={rows + 1}
      aria-colcount={columns + 1}
      aria-busy={reading.value}
      aria-activedescendant={page === null ? undefined : idOf(at)}
      onKeyDown={key}
    >
      <div
        class="table-space"
        style={{ height: `${space}px`, width: `${labels + edgeOf(columns, widths)}px` }}
      >
        <div class="table-window" style={{ width: `${view.width}px`, height: `${view.height}px` }}>
          {page !== null && (
            <>
              <div
                class="table-row table-header"
                role="row"
                aria-rowindex={1}
                style={{ height: `${HEADER}px` }}
              >
                <span class="table-label" role="columnheader" style={{ width: `${labels}px` }}>
                  {page.indexNames.filter((name) => name !== '').join(' / ')}
                </span>
                {shownColumns.map((column) => (
                  <HeaderCell
                    key={column}
                    page={page}
                    table={table}
                    column={column}
                    chosen={at.row < 0 && at.column === column}
                    choose={choose}
                  />
                ))}
              </div>
              {shownRows.map((row) => (
                <div
                  key={row}
                  class={`table-row ${row % 2 === 1 ? 'odd' : ''}`}
                  role="row"
                  aria-rowindex={row + 2}
                  style={{ height: `${ROW}px` }}
                >
                  <span class="table-label" role="rowheader" style={{ width: `${labels}px` }}>
                    {page.index[row - page.rows[0]]?.join(' / ')}
                  </span>
                  {shownColumns.map((column) => {
                    const chosen = at.row === row && at.column === column;
                    return (
                      <ValueCell
                        key={column}
                        page={page}
                        table={table}
                        row={row}
                        column={column}
                        chosen={chosen}
                        picked={isWithin({ row, column }, from, at)}
                        choose={choose}
                      />
                    );
                  })}
                </div>
              ))}
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function ValueCell({
  page,
  table,
  row,
  column,
  chosen,
  picked,
  choose,
}: CellProps & { readonly row: number; readonly picked: boolean }) {
  const value = page.cells[row - page.rows[0]]?.[column - page.columns[0]];
  const numeric = page.header[column - page.columns[0]]?.numeric === true;
  return (
    <span
      id={idOf({ row, column })}
      role="gridcell"
      aria-colindex={column + 2}
      class={`table-cell ${chosen ? 'chosen' : ''} ${picked ? 'picked' : ''} ${numeric ? 'numeric' : ''} ${value === null ? 'missing' : ''}`}
      style={{ width: `${widthOf(column, table.widths.value)}px` }}
      onClick={(event) => choose({ row, column }, event.shiftKey)}
    >
      {value === null ? 'missing' : value === undefined ? '…' : value}
    </span>
  );
}

function placeText(page: TablePage, { row, column }: GridCell): string {
  const label = page.header[column - page.columns[0]]?.label ?? '';
  if (row < 0) return '';
  const value = page.cells[row - page.rows[0]]?.[column - page.columns[0]];
  const name = page.index[row - page.rows[0]]?.join(' / ') ?? '';
  return value === undefined ? '' : `${label}, ${name}: ${value ?? 'missing'}`;
}

/** Whether a cell is among several selected ones. */
function isWithin({ row, column }: GridCell, a: GridCell, b: GridCell): boolean {
  if (a.row < 0 || b.row < 0 || (a.row === b.row && a.column === b.column)) return false;
  const { rows, columns } = rangeOf(a, b);
  return row >= rows[0] && row < rows[1] && column >= columns[0] && column < columns[1];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
