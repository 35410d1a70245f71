/** Names and parameters of all stubs, and the calls of calls.txt, against the installed libraries. */
import { expect, test } from 'vitest';
import { testPython } from '../harness/host.ts';
import { checkNames } from './run-oracle.ts';

const python = process.env.SLUICE_EFFECTS_PYTHON ?? (await testPython());

test('names, parameters and the calls in calls.txt are as the stubs claim', { timeout: 180_000 }, () => {
  const report = checkNames(python, ['calls.txt']);
  console.log(`effects oracle: ${JSON.stringify(report.counts)}`);
  expect(report.resolve).toEqual([]);
  expect(report.signatures).toEqual([]);
  expect(report.calls).toEqual([]);
});
