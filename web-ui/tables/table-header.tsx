// biome-ignore-all lint/a11y/useSemanticElements: a table element would lay out what is not drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the cell that it is at
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keys
// biome-ignore-all lint/a11y/noStaticElementInteractions: the grid has the keys
/** The header of a column: its name, its content in short, its filter, and the edge that changes its width. */

import type { TablePage } from '../../runtime/index.ts';
import { Icon } from '../icons.tsx';
import { ColumnSummaryView, summaryText } from './column-summary.tsx';
import { type GridCell, widthOf, withWidth } from './grid-geometry.ts';
import type { ShownTable } from './table-state.ts';

/** A cell of a table, and what a click on it does. */
export interface CellProps {
  readonly page: TablePage;
  readonly table: ShownTable;
  readonly column: number;
  readonly chosen: boolean;
  readonly choose: (place: GridCell, isMore?: boolean) => void;
}

/** Pixels of a letter, about, and around a text. */
const [LETTER, AROUND] = [7.2, 20];

export function HeaderCell({ page, table, column, chosen, choose }: CellProps) {
  const { sort, summaries, filters } = table;
  const header = page.header[column - page.columns[0]];
  const summary = summaries.value.get(column);
  const sorted = sort.value?.column === column ? sort.value : null;
  const order = sorted === null ? 'none' : sorted.descending ? 'descending' : 'ascending';
  const isFiltered = filters.value.some((filter) => filter.column === column);
  return (
    <span
      id={idOf({ row: -1, column })}
      role="columnheader"
      aria-colindex={column + 2}
      aria-sort={order}
      class={`table-cell ${chosen ? 'chosen' : ''} ${header?.numeric ? 'numeric' : ''}`}
      title={summary === undefined ? header?.label : `${header?.label}\n${summaryText(summary)}`}
      style={{ width: `${widthOf(column, table.widths.value)}px` }}
      onClick={() => {
        choose({ row: -1, column });
        table.sortBy(column);
      }}
    >
      <b>
        {header?.label}
        {sorted !== null && (sorted.descending ? ' ↓' : ' ↑')}
      </b>
      <span class="dtype">{header?.dtype}</span>
      {summary !== undefined && <ColumnSummaryView summary={summary} rows={page.allRows} />}
      <span
        class={`column-filter ${isFiltered ? 'on' : ''}`}
        title={`Filter ${header?.label ?? ''} (f)`}
        onClick={(event) => {
          event.stopPropagation();
          choose({ row: -1, column });
          table.filtering.value = column;
        }}
      >
        <Icon name="filter" />
      </span>
      <span
        class="column-edge"
        title="Drag to change the width; a double click fits it"
        onClick={(event) => event.stopPropagation()}
        onPointerDown={(event) => drag(event, table, column)}
        onDblClick={() => {
          const values = page.cells.map((row) => row[column - page.columns[0]] ?? 'missing');
          const longest = Math.max(...[header?.label ?? '', ...values].map((text) => text.length));
          table.widths.value = withWidth(table.widths.peek(), column, longest * LETTER + AROUND);
        }}
      />
    </span>
  );
}

function drag(event: PointerEvent, table: ShownTable, column: number): void {
  event.preventDefault();
  event.stopPropagation();
  const edge = event.currentTarget as HTMLElement;
  edge.setPointerCapture(event.pointerId);
  const [start, width] = [event.clientX, widthOf(column, table.widths.peek())];
  edge.onpointermove = ({ clientX }) => {
    table.widths.value = withWidth(table.widths.peek(), column, width + clientX - start);
  };
  edge.onpointerup = () => {
    edge.onpointermove = null;
  };
}

/** The id of the element of a cell. */
export function idOf({ row, column }: GridCell): string {
  return `table-${row}-${column}`;
}
