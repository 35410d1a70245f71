/**
 * The facts about CPython on which the agent relies: each one holds in every Python at hand of its versions
 * (`SLUICE_TEST_PYTHONS`, as in `versions.test.ts`), and `SLUICE_CPYTHON=off` turns all of them off.
 */

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readAgent } from '../../instrument/index.ts';
import { testPython } from '../harness/host.ts';

const pythons = process.env.SLUICE_TEST_PYTHONS?.split(':').filter((path) => path !== '') ?? [
  await testPython(),
];

const ASK = `
import json, sys
scope = {"__name__": "cpython"}
exec(compile(sys.stdin.read(), "<cpython>", "exec"), scope)
print(json.dumps(scope["FACTS"]))
`;

/** Whether each fact holds; null where it is not of the version, or turned off. */
function factsOf(python: string, env: Readonly<Record<string, string>> = {}): Record<string, boolean | null> {
  const input = readAgent().modules['_sluice.objects.cpython'] ?? '';
  const { SLUICE_CPYTHON: _, ...rest } = process.env;
  const options = { input, encoding: 'utf8', env: { ...rest, ...env } } as const;
  return JSON.parse(execFileSync(python, ['-c', ASK], options)) as Record<string, boolean | null>;
}

test.each(pythons)('facts hold in %s', (python) => {
  const facts = Object.entries(factsOf(python));
  expect(facts.filter(([, holds]) => holds === false)).toEqual([]);
  expect(facts.filter(([, holds]) => holds).length).toBeGreaterThanOrEqual(8);
});

test.each(pythons)('no fact holds in %s when they are turned off', (python) => {
  expect(new Set(Object.values(factsOf(python, { SLUICE_CPYTHON: 'off' })))).toEqual(new Set([null]));
});
