/** The table of the page: loaded parts, the order of rows, summaries of columns. Nothing is drawn here. */

import { signal } from '@preact/signals';
import type { ColumnSummary, TablePage, TablePart } from '../../runtime/index.ts';
import { line } from '../page/notebook-state.ts';

/** The name whose table is shown; null: none. */
export const shownTable = signal<string | null>(null);

/** The last loaded part. */
export const loaded = signal<TablePage | null>(null);

/** By which column the rows are sorted. */
export const sort = signal<TablePart['sort']>(null);

/** Summaries by column. */
export const summaries = signal<ReadonlyMap<number, ColumnSummary>>(new Map());

/** Whether a part is being read. */
export const reading = signal(false);

/** Why the shown part is not the wanted part. */
export const tableProblem = signal<string | null>(null);

type Range = readonly [number, number];

let version: number | null = null;
let wanted: { readonly rows: Range; readonly columns: Range } | null = null;
let asking = false;

/** Shows the table of a name. */
export function openTable(name: string): void {
  forget();
  shownTable.value = name;
  sort.value = null;
}

/** Shows none. */
export function closeTable(): void {
  forget();
  shownTable.value = null;
}

/** Sorts by a column: up, then down, then not at all. */
export function sortBy(column: number): void {
  const { column: by, descending } = sort.peek() ?? { column: -1, descending: false };
  sort.value =
    by !== column ? { column, descending: false } : descending ? null : { column, descending: true };
  void load();
}

/** The visible part has changed, or the table may have. */
export function want(rows: Range, columns: Range): void {
  wanted = { rows, columns };
  void load();
}

function forget(): void {
  loaded.value = null;
  summaries.value = new Map();
  tableProblem.value = null;
  version = null;
  wanted = null;
}

/** One question at a time: parts scrolled past meanwhile are never loaded. */
async function load(): Promise<void> {
  if (asking) return;
  asking = true;
  try {
    for (let part = nextPart(); part !== null; part = nextPart()) {
      const name = shownTable.peek() ?? '';
      reading.value = true;
      const answer = await line().ask({ ask: 'table', name, ...part });
      reading.value = false;
      if (name !== shownTable.peek()) continue;
      if (answer.to !== 'table') {
        tableProblem.value = answer.to === 'failed' ? answer.message : 'there is no answer';
        return;
      }
      tableProblem.value = null;
      if (version !== answer.version) summaries.value = new Map();
      version = answer.version;
      given = JSON.stringify(part);
      loaded.value = answer.page;
    }
    await summarize();
  } finally {
    asking = false;
  }
  if (nextPart() !== null) void load();
}

let given = '';

/** The part to load; null: the present part is right. */
function nextPart(): TablePart | null {
  if (wanted === null || shownTable.peek() === null) return null;
  const part = { ...wanted, sort: sort.peek() };
  return loaded.peek() !== null && JSON.stringify(part) === given ? null : part;
}

/** Something has run: the shown part may be old. */
export function refresh(): void {
  given = '';
  void load();
}

/** Asks for the summaries of visible columns, one at a time, to keep the kernel free. */
async function summarize(): Promise<void> {
  const page = loaded.peek();
  const name = shownTable.peek();
  if (page === null || name === null) return;
  for (let column = page.columns[0]; column < page.columns[1]; column += 1) {
    if (summaries.peek().has(column)) continue;
    const answer = await line().ask({ ask: 'table-column', name, column });
    if (answer.to !== 'table-column' || name !== shownTable.peek() || answer.version !== version) return;
    summaries.value = new Map([...summaries.peek(), [column, answer.summary]]);
    // scrolled on meanwhile
    if (nextPart() !== null) return;
  }
}
