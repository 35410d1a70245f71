/** A shown table: loaded parts, the order of rows, summaries of columns. Nothing is drawn here. */

import { signal } from '@preact/signals';
import type {
  ColumnSummary,
  TableFilter,
  TableForm,
  TablePage,
  TablePart,
  TableRows,
} from '../../runtime/index.ts';

/** The place of a table's content: a value in the kernel, or a file. */
export interface TableSource {
  /** A part, and the version of the content. @throws with the reason */
  page(part: TablePart): Promise<{ readonly page: TablePage; readonly version: number }>;
  /** The summary of a column; null: there is none now. @throws */
  column(column: number): Promise<{ readonly summary: ColumnSummary; readonly version: number } | null>;
  /** The forms in which it can be saved. */
  readonly forms: readonly TableForm[];
  /** All shown rows as a file, with whole values. @throws when there are too many */
  file(rows: TableRows, form: TableForm): Promise<string | DataView<ArrayBuffer>>;
}

/** A filter, with the name of its column for people. */
export interface ShownFilter extends TableFilter {
  readonly label: string;
}

type Range = readonly [number, number];

/** A table in view. */
export class ShownTable {
  /** The last loaded part. */
  readonly loaded = signal<TablePage | null>(null);
  /** By which column the rows are sorted. */
  readonly sort = signal<TablePart['sort']>(null);
  readonly filters = signal<readonly ShownFilter[]>([]);
  /** Words in any column; empty: no search. */
  readonly search = signal('');
  /** The column whose filter is being made; null: none. */
  readonly filtering = signal<number | null>(null);
  /** Widths of columns in pixels, where they are not the usual one. */
  readonly widths = signal<ReadonlyMap<number, number>>(new Map());
  /** Summaries by column, of all rows. */
  readonly summaries = signal<ReadonlyMap<number, ColumnSummary>>(new Map());
  /** Whether a part is being read. */
  readonly reading = signal(false);
  /** Why the shown part is not the wanted part. */
  readonly problem = signal<string | null>(null);
  readonly #source: TableSource;
  #version: number | null = null;
  #wanted: { readonly rows: Range; readonly columns: Range } | null = null;
  #asking = false;
  #given = '';
  #closed = false;

  constructor(source: TableSource) {
    this.#source = source;
  }

  /** Reads nothing any more. */
  close(): void {
    this.#closed = true;
  }

  /** Sorts by a column: up, then down, then not at all. */
  sortBy(column: number): void {
    const { column: by, descending } = this.sort.peek() ?? { column: -1, descending: false };
    this.sort.value =
      by !== column ? { column, descending: false } : descending ? null : { column, descending: true };
    this.#changed();
  }

  /** Keeps only rows for which all filters hold. */
  filterBy(filters: readonly ShownFilter[]): void {
    this.filters.value = filters;
    this.#changed();
  }

  /** Keeps only rows with these words. */
  searchFor(words: string): void {
    this.search.value = words;
    this.#changed();
  }

  /** Which rows are shown, in which order. */
  get shownRows(): TableRows {
    const filters = this.filters.peek().map(({ column, test, value }) => ({ column, test, value }));
    return { sort: this.sort.peek(), filters, search: this.search.peek() };
  }

  /** A part of the shown rows, beside the loaded one. @throws */
  async part(rows: Range, columns: Range): Promise<TablePage> {
    return (await this.#source.page({ ...this.shownRows, rows, columns })).page;
  }

  /** The forms in which it can be saved. */
  get forms(): readonly TableForm[] {
    return this.#source.forms;
  }

  /** All shown rows as a file. @throws */
  file(form: TableForm): Promise<string | DataView<ArrayBuffer>> {
    return this.#source.file(this.shownRows, form);
  }

  /** The visible part has changed, or the table may have. */
  want(rows: Range, columns: Range): void {
    this.#wanted = { rows, columns };
    void this.#load();
  }

  /** The content may have changed: the shown part may be old. */
  refresh(): void {
    this.#given = '';
    void this.#load();
  }

  /** A mistake of the last filter is of no interest any more. */
  #changed(): void {
    this.problem.value = null;
    void this.#load();
  }

  /** One question at a time: parts scrolled past meanwhile are never loaded. */
  async #load(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    let asked: TablePart | null = null;
    try {
      for (let part = this.#nextPart(); part !== null; part = this.#nextPart()) {
        asked = part;
        this.reading.value = true;
        const { page, version } = await this.#source.page(part).finally(() => {
          this.reading.value = false;
        });
        this.problem.value = null;
        if (this.#version !== version) this.summaries.value = new Map();
        this.#version = version;
        this.#given = JSON.stringify(part);
        this.loaded.value = page;
      }
      asked = null;
      await this.#summarize();
    } catch (error) {
      // a part that nobody wants any more may fail
      if (JSON.stringify(this.#nextPart()) === JSON.stringify(asked)) {
        this.problem.value = (error as Error).message;
        return;
      }
    } finally {
      this.#asking = false;
    }
    if (this.#nextPart() !== null) void this.#load();
  }

  /** The part to load; null: the present part is right. */
  #nextPart(): TablePart | null {
    if (this.#wanted === null || this.#closed) return null;
    const part = { ...this.#wanted, ...this.shownRows };
    return this.loaded.peek() !== null && JSON.stringify(part) === this.#given ? null : part;
  }

  /** Asks for the summaries of visible columns, one at a time, to keep the kernel free. */
  async #summarize(): Promise<void> {
    const page = this.loaded.peek();
    if (page === null) return;
    for (let column = page.columns[0]; column < page.columns[1]; column += 1) {
      if (this.summaries.peek().has(column)) continue;
      const answer = await this.#source.column(column);
      if (answer === null || this.#closed || answer.version !== this.#version) return;
      this.summaries.value = new Map([...this.summaries.peek(), [column, answer.summary]]);
      // scrolled on meanwhile
      if (this.#nextPart() !== null) return;
    }
  }
}
