/** A session's log stays short, however often its cells run. */

import { statSync } from 'node:fs';
import { afterAll, expect, test, vi } from 'vitest';
import type { LogEntry } from '../../runtime/live/log/log-entries.ts';
import { readSessionLog, SessionLog, sessionLogOf } from '../../runtime/live/log/session-log.ts';
import { recordOf } from '../bench/made-up-records.ts';
import { makeFolder, notebookText } from '../cli/sluice.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = makeFolder({ 'book.ipynb': notebookText(['plot()', 'plot()']) });
afterAll(() => folder.remove());

const LONG = 'x'.repeat(24_000);

function ran(exec: number): LogEntry {
  const { symbols: _, objects: __, ...record } = recordOf(exec, `c${(exec % 2) + 1}`, []);
  const outputs = [{ output_type: 'stream', name: 'stdout', text: `${exec} ${LONG}` }] as const;
  const run = { status: 'ok', count: exec, outputs, error: null, request: `r${exec}`, at: 1, ms: 2 } as const;
  return { type: 'ran', record: { ...record, symbols: {}, objects: {} }, same: null, run };
}

test('1 000 runs with plots: the last outputs of each cell are there, and all runs', () => {
  const book = `${folder.path}/book.ipynb`;
  const { log } = SessionLog.open(book)!;
  log.append({ type: 'cells', order: ['c1', 'c2'], sources: { c1: 'plot()', c2: 'plot()' } });
  for (let exec = 1; exec <= 1_000; exec += 1) log.append(ran(exec));
  expect(statSync(sessionLogOf(book)).size).toBeLessThan(10_000_000);
  const runs = readSessionLog(book).flatMap((entry) => (entry.type === 'ran' ? [entry] : []));
  expect(runs).toHaveLength(1_000);
  for (const { run, record } of runs.slice(-2))
    expect(run.outputs).toMatchObject([{ text: `${record.exec} ${LONG}` }]);
});
