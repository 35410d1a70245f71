/**
 * Facts in SQLite, in memory: the tables of slicer/query, and queries about them. Queries can only read; a
 * query with too much time or memory is ended. It knows no notebooks.
 */

import initSqlite, { type Database, type Sqlite3Static, type WasmPointer } from '@sqlite.org/sqlite-wasm';
import { type Column, type SqlValue, TABLES, VIEWS } from '../../slicer/index.ts';
import { mistakeOf, SqlMistake } from './sql-mistake.ts';

/** The memory limit of tables and queries together. */
const MOST_BYTES = 1_000_000_000;
/** The limit of one value. */
const LONGEST_VALUE = 20_000_000;
/** The limit of patterns, because matching is exponential in the number of wildcards. */
const LONGEST_PATTERN = 500;
/** Steps of the engine between two looks at the clock. */
const STEPS = 10_000;

/** The facts of a query. */
export interface AskedQuery {
  /** The names of its columns, each once. */
  readonly columns: readonly string[];
  /** The tables read by the query, including through views. */
  readonly tables: ReadonlySet<string>;
  /** Its parameters, `:cell` say. */
  readonly parameters: readonly string[];
}

/** Values for the parameters of a query, by name. */
export type Parameters = Readonly<Record<string, SqlValue>>;

const ONLY_READING = 'a query can only read: it begins with SELECT, WITH or VALUES';

let loading: Promise<Sqlite3Static> | null = null;

/** A database of facts; its tables are empty at first. */
export class FactsDatabase {
  readonly #sqlite: Sqlite3Static;
  readonly #db: Database;
  /** While tables are made and filled, everything is allowed. */
  #isOpen = true;
  #read = new Set<string>();
  #refused: string | null = null;
  #deadline = Number.POSITIVE_INFINITY;

  private constructor(sqlite: Sqlite3Static) {
    this.#sqlite = sqlite;
    this.#db = new sqlite.oo1.DB(':memory:', 'c');
    const { capi } = sqlite;
    const pointer = this.#pointer;
    this.#db.exec(`PRAGMA hard_heap_limit = ${MOST_BYTES}; PRAGMA temp_store = MEMORY`);
    for (const { name, columns } of TABLES)
      this.#db.exec(`CREATE TABLE ${name} (${columns.map(columnSql).join(', ')})`);
    for (const { name, columns, sql } of VIEWS)
      this.#db.exec(`CREATE VIEW ${name} (${columns.map((column) => column.name).join(', ')}) AS ${sql}`);
    capi.sqlite3_limit(pointer, capi.SQLITE_LIMIT_LENGTH, LONGEST_VALUE);
    capi.sqlite3_limit(pointer, capi.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, LONGEST_PATTERN);
    // a word in double quotes that is no column is an error, not a text
    capi.sqlite3_db_config(pointer, capi.SQLITE_DBCONFIG_DQS_DML, 0, 0);
    capi.sqlite3_set_authorizer(pointer, (_, action, first) => this.#authorize(action, first), 0);
    capi.sqlite3_progress_handler(pointer, STEPS, () => Number(performance.now() > this.#deadline), 0);
    this.#isOpen = false;
  }

  /** Makes an empty database. */
  static async open(): Promise<FactsDatabase> {
    loading ??= initSqlite();
    return new FactsDatabase(await loading);
  }

  get #pointer(): WasmPointer {
    return this.#db.pointer!;
  }

  /** Adds rows to a table, in the order of its columns. */
  fill(table: string, rows: Iterable<readonly SqlValue[]>): void {
    const { columns } = TABLES.find(({ name }) => name === table)!;
    this.#isOpen = true;
    this.#db.exec('BEGIN');
    const insert = this.#db.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`);
    try {
      for (const row of rows) insert.bind([...row]).stepReset();
    } catch (error) {
      throw this.#mistake(error, '');
    } finally {
      insert.finalize();
      this.#db.exec('COMMIT');
      this.#isOpen = false;
    }
  }

  /** Empties all tables. */
  clear(): void {
    this.#isOpen = true;
    for (const { name } of TABLES) this.#db.exec(`DELETE FROM ${name}`);
    this.#isOpen = false;
  }

  /** The facts of a query, without running it. @throws {SqlMistake} */
  inspect(sql: string): AskedQuery {
    const { capi } = this.#sqlite;
    const statement = this.#prepare(sql);
    try {
      const count = capi.sqlite3_bind_parameter_count(statement);
      const parameters = Array.from(
        { length: count },
        (_, at) => capi.sqlite3_bind_parameter_name(statement, at + 1) ?? '?',
      );
      return { columns: this.#columnsOf(statement), tables: this.#read, parameters };
    } finally {
      capi.sqlite3_finalize(statement);
    }
  }

  /** The rows of a query. It is ended after `limitMs` of the engine's work. @throws {SqlMistake} */
  *rows(sql: string, parameters: Parameters, limitMs: number): Generator<readonly SqlValue[]> {
    const { capi } = this.#sqlite;
    const statement = this.#prepare(sql);
    let worked = 0;
    try {
      for (const [name, value] of Object.entries(parameters)) this.#bind(statement, name, value);
      const count = capi.sqlite3_column_count(statement);
      for (;;) {
        const began = performance.now();
        this.#deadline = began + limitMs - worked;
        const code = capi.sqlite3_step(statement);
        worked += performance.now() - began;
        if (code === capi.SQLITE_DONE) return;
        if (code === capi.SQLITE_INTERRUPT || worked > limitMs) throw tooLong(sql, limitMs);
        if (code !== capi.SQLITE_ROW) throw this.#mistake(null, sql);
        yield Array.from({ length: count }, (_, at) => plain(capi.sqlite3_column_js(statement, at)));
      }
    } finally {
      this.#deadline = Number.POSITIVE_INFINITY;
      capi.sqlite3_finalize(statement);
    }
  }

  close(): void {
    this.#db.close();
  }

  /** Allows only reads, and notes the read tables. */
  #authorize(action: number, table: unknown): number {
    const { capi } = this.#sqlite;
    if (this.#isOpen) return capi.SQLITE_OK;
    switch (action) {
      case capi.SQLITE_READ:
        this.#read.add(String(table));
        return capi.SQLITE_OK;
      case capi.SQLITE_SELECT:
      case capi.SQLITE_FUNCTION:
      case capi.SQLITE_RECURSIVE:
        return capi.SQLITE_OK;
    }
    this.#refused = ONLY_READING;
    return capi.SQLITE_DENY;
  }

  #prepare(sql: string): WasmPointer {
    const { capi, wasm } = this.#sqlite;
    this.#read = new Set();
    this.#refused = null;
    const scope = wasm.scopedAllocPush();
    try {
      const [text, length] = wasm.scopedAllocCString(sql, true);
      const [place, tail] = wasm.scopedAllocPtr(2) as [WasmPointer, WasmPointer];
      const code = capi.sqlite3_prepare_v2(this.#pointer, text, length, place, tail);
      if (code !== capi.SQLITE_OK) throw this.#mistake(null, sql);
      const statement = wasm.peekPtr(place);
      const rest = Number(wasm.peekPtr(tail)) - Number(text);
      const after = Buffer.from(sql).subarray(rest).toString();
      if (!statement) throw new SqlMistake('there is no query', sql, null);
      // (VACUUM does not ask the authorizer first)
      if (capi.sqlite3_column_count(statement) === 0) {
        capi.sqlite3_finalize(statement);
        throw new SqlMistake(ONLY_READING, sql, null);
      }
      if (!/^(?:\s|;|--[^\n]*(?:\n|$)|\/\*.*?\*\/)*$/s.test(after)) {
        capi.sqlite3_finalize(statement);
        throw new SqlMistake('one query at a time', sql, sql.length - after.trimStart().length);
      }
      return statement;
    } finally {
      wasm.scopedAllocPop(scope);
    }
  }

  #columnsOf(statement: WasmPointer): string[] {
    const { capi } = this.#sqlite;
    const used = new Set<string>();
    return Array.from({ length: capi.sqlite3_column_count(statement) }, (_, at) => {
      const name = capi.sqlite3_column_name(statement, at);
      let once = name;
      for (let n = 2; used.has(once); n += 1) once = `${name}_${n}`;
      used.add(once);
      return once;
    });
  }

  #bind(statement: WasmPointer, name: string, value: SqlValue): void {
    const { capi, wasm } = this.#sqlite;
    const at = capi.sqlite3_bind_parameter_index(statement, name);
    if (at === 0 || value === null) return;
    if (typeof value === 'number') {
      capi.sqlite3_bind_double(statement, at, value);
      return;
    }
    const scope = wasm.scopedAllocPush();
    const [text, length] = wasm.scopedAllocCString(value, true);
    capi.sqlite3_bind_text(statement, at, text, length, capi.SQLITE_TRANSIENT);
    wasm.scopedAllocPop(scope);
  }

  #mistake(error: unknown, sql: string): SqlMistake {
    const { capi } = this.#sqlite;
    const said = error instanceof Error ? error.message : capi.sqlite3_errmsg(this.#pointer);
    if (this.#refused !== null) return new SqlMistake(this.#refused, sql, null);
    if (/out of memory/.test(said))
      return new SqlMistake(
        'it takes more than 1 GB of memory; ask for less, or of fewer notebooks',
        sql,
        null,
      );
    return mistakeOf(said, sql, capi.sqlite3_error_offset(this.#pointer));
  }
}

function tooLong(sql: string, limitMs: number): SqlMistake {
  return new SqlMistake(`it took more than ${limitMs / 1000} s and was ended`, sql, null);
}

function columnSql({ name, type }: Column): string {
  const types = { text: 'TEXT', integer: 'INTEGER', flag: 'INTEGER', real: 'REAL' };
  return `${name} ${types[type]}`;
}

/** Bytes in SQL's form; integers too large for a number as text. */
function plain(value: unknown): SqlValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'bigint') return String(value);
  return `x'${Buffer.from(value as Uint8Array).toString('hex')}'`;
}
