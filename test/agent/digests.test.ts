import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { testPython } from '../harness/host.ts';

const root = findPackageRoot();
const cases = readFileSync(join(root, 'test/cases/digests.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly name: string });

test.for(cases)('$name', async (one, { skip }) => {
  const python = await testPython();
  const answer = execFileSync(python, [join(root, 'test/agent/digests.py'), JSON.stringify(one)]);
  const given = JSON.parse(answer.toString()) as { skipped?: string };
  if (given.skipped !== undefined) return skip(`${given.skipped} is not installed`);
  expect(given).toEqual({ same: true, differs: true, confused: [] });
});
