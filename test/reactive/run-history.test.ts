import { expect, test } from 'vitest';
import { RunHistory } from '../../runtime/live/index.ts';
import type { TracedRun } from '../../runtime/session/index.ts';

function run(exec: number, cell: string, size: number): TracedRun {
  const outputs = size === 0 ? [] : [{ output_type: 'stream', name: 'stdout', text: 'x'.repeat(size) }];
  const record = { exec, cell, status: 'ok' };
  return { record, result: { outputs, error: null }, ms: { run: 1, trace: 0 } } as unknown as TracedRun;
}

test('old outputs are let go, the oldest first; the last ones of each cell stay', () => {
  const history = new RunHistory(100);
  history.add(run(1, 'a', 60), 0);
  history.add(run(2, 'b', 500), 0);
  history.add(run(3, 'a', 60), 0);
  expect(history.get(1)?.outputs).toHaveLength(1);
  history.add(run(4, 'a', 60), 0);
  expect(history.after(0).map(({ outputs }) => outputs?.length ?? null)).toEqual([null, 1, 1, 1]);
  history.add(run(5, 'b', 0), 0);
  // an entry too large by itself goes too
  expect(history.get(2)?.outputs).toBeNull();
  expect(history.gathered(2)?.result.outputs).toBeNull();
});

test('runs after a restart are marked', () => {
  const history = new RunHistory();
  history.restart();
  history.add(run(1, 'a', 0), 0);
  history.restart();
  history.add(run(2, 'a', 0), 0);
  history.add(run(3, 'a', 0), 0);
  expect(history.after(0).map(({ restarted }) => restarted)).toEqual([false, true, false]);
});
