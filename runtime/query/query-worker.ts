/** The thread of a database, so that it can be ended while it works. It decides nothing. */

import { parentPort, workerData } from 'node:worker_threads';
import type { SqlValue } from '../../slicer/index.ts';
import { FactsDatabase } from './facts-database.ts';
import type { FromThread, ToThread, WaitingData } from './query-messages.ts';
import { SqlMistake } from './sql-mistake.ts';

/** The number of rows per message. */
const ROWS_PER_MESSAGE = 500;

const opening = FactsDatabase.open();
let running: Iterator<readonly SqlValue[]> | null = null;

async function answer(message: ToThread): Promise<FromThread> {
  const database = await opening;
  switch (message.type) {
    case 'inspect':
      return { type: 'asked', query: database.inspect(message.sql) };
    case 'fill':
      database.fill(message.table, message.rows);
      return { type: 'done' };
    case 'refill':
      database.clear();
      for (const [table, rows] of message.tables) database.fill(table, rows);
      return { type: 'done' };
    case 'first': {
      const { sql, parameters, most, longest, limitMs } = message;
      const rows: (readonly SqlValue[])[] = [];
      for (const row of database.rows(sql, parameters, limitMs)) {
        rows.push(row.map((value) => cut(value, longest)));
        if (rows.length === most) return { type: 'rows', rows, isLast: false };
      }
      return { type: 'rows', rows, isLast: true };
    }
    case 'begin':
      running = database.rows(message.sql, message.parameters, message.limitMs);
      return { type: 'done' };
    case 'more': {
      const rows: (readonly SqlValue[])[] = [];
      while (rows.length < ROWS_PER_MESSAGE) {
        const next = running?.next();
        if (next === undefined || next.done) return { type: 'rows', rows, isLast: true };
        rows.push(next.value);
      }
      return { type: 'rows', rows, isLast: false };
    }
  }
}

function cut(value: SqlValue, longest: number): SqlValue {
  return typeof value === 'string' && value.length > longest ? value.slice(0, longest) : value;
}

/** Sends an answer to the caller, who may block. */
function tell(said: FromThread): void {
  const waiting = workerData as WaitingData | null | undefined;
  if (!waiting) {
    parentPort?.postMessage(said);
    return;
  }
  waiting.port.postMessage(said);
  Atomics.add(waiting.answers, 0, 1);
  Atomics.notify(waiting.answers, 0);
}

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (message: ToThread) => {
  last = last.then(async () => {
    const said = await answer(message).catch((error: unknown): FromThread => {
      if (!(error instanceof SqlMistake)) throw error;
      return { type: 'mistake', message: error.message, sql: error.sql, at: error.at };
    });
    tell(said);
  });
});
