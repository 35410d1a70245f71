/** A mistake in a query, in the engine's words, with its offset. It prints nothing. */

import { suggest, TABLES, VIEWS } from '../../slicer/index.ts';

/** A query that the engine rejected, or that was ended. */
export class SqlMistake extends Error {
  readonly sql: string;
  /** The offset in the query; null: unknown. */
  readonly at: number | null;

  constructor(message: string, sql: string, at: number | null) {
    super(message);
    this.name = 'SqlMistake';
    this.sql = sql;
    this.at = at;
  }

  /** `line 2, column 8`; empty if unknown. */
  get place(): string {
    if (this.at === null) return '';
    const before = this.sql.slice(0, this.at);
    return `line ${before.split('\n').length}, column ${this.at - before.lastIndexOf('\n')}`;
  }

  /** The line of the query with a caret under the offset; empty if unknown. */
  get frame(): string {
    if (this.at === null) return '';
    const start = this.sql.lastIndexOf('\n', this.at - 1) + 1;
    const [line = ''] = this.sql.slice(start).split('\n');
    const column = this.at - start;
    // long lines are cut around the offset
    const skipped = Math.max(0, column - 60);
    const shown = line.slice(skipped, skipped + 100).replaceAll('\t', ' ');
    return `  ${shown}\n  ${' '.repeat(column - skipped)}^`;
  }
}

/** A mistake from the engine's message. `offset`: in bytes of UTF-8; -1: unknown. */
export function mistakeOf(said: string, sql: string, offset: number): SqlMistake {
  const message = said.replace(/^SQLITE_\w+: sqlite3 result code \d+: /, '');
  const at = offset < 0 ? placeOf(message, sql) : Buffer.from(sql).subarray(0, offset).toString().length;
  return new SqlMistake(`${message}${hint(message)}`, sql, at);
}

/** The offset for messages without one: the end of an incomplete query, or the unknown name. */
function placeOf(message: string, sql: string): number | null {
  if (message === 'incomplete input') return sql.trimEnd().length;
  const name = /^no such (?:table|function): (\S+)$/.exec(message)?.[1];
  if (name === undefined) return null;
  const found = new RegExp(`(?<![\\w$])${name.replace(/\W/g, '\\$&')}(?![\\w$])`, 'i').exec(sql);
  return found?.index ?? null;
}

function hint(message: string): string {
  const [, kind, name = ''] = /^no such (table|column): "?(?:\w+\.)?(\w+)/.exec(message) ?? [];
  const all = [...TABLES, ...VIEWS];
  if (kind === 'table') {
    const names = all.map((each) => each.name);
    return suggest(name, names, names.length);
  }
  if (kind !== 'column' || message.includes('single-quotes')) return '';
  const owners = all.filter(({ columns }) => columns.some((column) => column.name === name));
  if (owners.length > 0) return `; it is a column of ${owners.map((each) => each.name).join(', ')}`;
  const columns = new Set(all.flatMap((each) => each.columns.map((column) => column.name)));
  const near = suggest(name, [...columns], 0);
  return near.includes('did you mean') ? near : '; sluice query --tables lists the columns';
}
