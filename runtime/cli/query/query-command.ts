/** `sluice query`: answers SQL queries about notebooks, sessions and folders, without running anything. */

import { dirname } from 'node:path';
import { QueriedNotebook, rowOf, type SqlValue, TABLES, VIEWS } from '../../../slicer/index.ts';
import { checkedSource, Libraries, Projects } from '../../checking/index.ts';
import { QueryThread, type ResultFormat, resultFormat, SqlMistake } from '../../query/index.ts';
import { type NamedFile, namedFiles } from '../options/named-files.ts';
import { readOneSession } from '../sources/command-source.ts';
import { queriedSource } from '../sources/queried-source.ts';
import { readEach } from '../sources/read-each.ts';
import { progress } from '../terminal/progress.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { writeData, writeJson, writeText, written } from '../terminal/terminal.ts';
import type { QueryCommand } from './query-options.ts';

/** Runs the command; returns the exit code. */
export async function query(command: QueryCommand): Promise<number> {
  const out = resultFormat(command.format);
  if (command.sql === null) {
    printTables(out, writerOf(command.format));
    return 0;
  }
  const thread = new QueryThread();
  try {
    await answer(command, command.sql, thread, out);
    return 0;
  } catch (error) {
    if (!(error instanceof SqlMistake)) throw error;
    const place = error.place === '' ? '' : `${error.place}: `;
    progress(`sluice: ${place}${error.message}`);
    if (error.frame !== '') progress(error.frame);
    return 2;
  } finally {
    await thread.close();
  }
}

async function answer(
  command: QueryCommand,
  sql: string,
  thread: QueryThread,
  out: ResultFormat,
): Promise<void> {
  const { columns, tables, parameters } = await thread.inspect(sql);
  if (parameters.length > 0) {
    throw new SqlMistake(
      `${parameters[0]} stands for a value that only contracts have; write the value`,
      sql,
      Math.max(0, sql.indexOf(parameters[0]!)),
    );
  }
  for await (const { found: notebook } of readEach(namedFiles(command.sources), reader(command))) {
    for (const table of TABLES) {
      if (!tables.has(table.name)) continue;
      const rows = [...table.rows(notebook)].map((row) => rowOf(table, notebook.source.file, row));
      await thread.fill(table.name, rows);
    }
  }
  writerOf(command.format)(out.begin(columns));
  for await (const rows of thread.rows(sql, {}, command.timeoutMs)) {
    writerOf(command.format)(out.rows(rows));
    await written();
  }
  writerOf(command.format)(out.end());
}

/** Tables are for people. */
function writerOf(format: QueryCommand['format']): (text: string) => void {
  return format === 'table' ? writeText : format === 'json' ? writeJson : writeData;
}

/** Reads a file for queries. `command`: how histories are read. */
function reader(command: QueryCommand): (file: NamedFile) => Promise<QueriedNotebook> {
  const [projects, libraries] = [new Projects(), new Libraries(command.effects)];
  return async ({ path }) => {
    const source = await readOneSession({ ...command, source: path });
    const library = libraries.around(dirname(path));
    const checked = checkedSource(source, projects);
    return new QueriedNotebook(queriedSource(source, checked, shownPath(path), library));
  };
}

/** The tables and their columns, as a result. */
function printTables(out: ResultFormat, write: (text: string) => void): void {
  const rows = [...TABLES, ...VIEWS].flatMap(({ name, columns }) =>
    columns.map((column): SqlValue[] => [name, column.name, column.type, column.what]),
  );
  write(out.begin(['table', 'column', 'type', 'what']) + out.rows(rows) + out.end());
}
