/**
 * The slice oracle over sessions of people. Exploratory sessions (dead-ends): cells run again and edited, abandoned attempts, looks at
 * data, dropped models. Messy sessions: code and data change under the cells that use them. test/oracle measures the sizes of slices.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphOf, Host, INLINE, testPython } from './harness/host.ts';
import { Sample } from './harness/sample.ts';
import { findMinimum, observeSession } from './oracle/observed-minimum.ts';
import { notebookCases } from './oracle/oracle-cases.ts';

const PRELOAD = ['numpy', 'pandas', 'matplotlib.pyplot', 'sklearn.linear_model', 'sklearn.model_selection'];

let host: Host;
beforeAll(async () => {
  host = new Host(await testPython(), PRELOAD, INLINE);
}, 600_000);
afterAll(() => host.close());

const sample = Sample.ofRun();
const all = ['dead-ends', 'messy-sessions'].flatMap((name) =>
  notebookCases(new URL(`./cases/${name}.jsonl`, import.meta.url).pathname),
);
const cases = sample.take(all, 24, 'session ');

test.each(cases)('$name', { timeout: 300_000 }, async ({ job, executions = [] }) => {
  const traced = await host.run(job);
  const graph = graphOf(job, traced);
  const session = await observeSession(host, job, graph, traced, executions);
  const errors = (runs: typeof traced.runs) => runs.map(({ error }) => error);
  expect(errors(traced.runs).slice(0, session.plain.runs.length)).toEqual(errors(session.plain.runs));
  const wrong: string[] = [];
  for (const exec of executions) {
    for (const level of ['cell', 'statement'] as const) {
      // it only runs the whole slice's script: the search ends before it begins
      const { slice, minimum } = await findMinimum(host, session, traced, exec, level, () => false);
      if (typeof minimum !== 'string') continue;
      wrong.push(`${exec}, ${level} level, ${slice.guarantee}: ${minimum}`);
    }
  }
  expect(wrong).toEqual([]);
});
