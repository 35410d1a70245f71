/** The table of runs, from the log of a notebook's session or a session file. */

import { columnsOf, type Table } from '../table.ts';

export const executions: Table = {
  name: 'executions',
  what: 'a run of a cell, from the log of the session',
  columns: columnsOf(`
    exec integer its number in the session, from 1
    cell text the cell
    source text the executed text
    status text ok, error, interrupted or uninstrumented; null: unknown
    count integer the kernel's own count
    at text the begin (UTC): 2026-01-31T12:00:00.000Z
    ms real the duration, in milliseconds
    current flag whether the cell has this text still
  `),
  *rows({ source: { checked }, seen }) {
    const texts = new Map(checked.cells.map(({ id, source }) => [id, source]));
    for (const { at, ...run } of seen.runs) {
      const began = at === null ? null : new Date(at).toISOString();
      yield { ...run, at: began, current: texts.get(run.cell) === run.source };
    }
  },
};
