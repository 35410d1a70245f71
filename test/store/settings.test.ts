/** Digests of settings by the cases of `settings.jsonl`: each change gives another digest, the present one. */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readCases } from '../harness/case-lines.ts';
import { testPython } from '../harness/host.ts';
import { missingModules } from '../harness/missing-modules.ts';

/** A line of Python, and the settings with another digest afterwards; without these, an import. */
interface Change {
  readonly change: string;
  readonly differ?: readonly string[];
}

const CASES = readCases<Change>(new URL('../cases/store/settings.jsonl', import.meta.url));

const python = await testPython();
const missing = missingModules(python, ['numpy', 'pandas', 'sklearn', 'matplotlib']);

test.skipIf(missing.size > 0)('each change of a setting changes its digest, and no other', () => {
  const script = fileURLToPath(new URL('settings.py', import.meta.url));
  const changes = JSON.stringify(CASES.map(({ change }) => change));
  const told = execFileSync(python, [script, changes], { encoding: 'utf8' });
  const changed = CASES.filter(({ differ }) => differ !== undefined);
  const found = (JSON.parse(told) as [string[], string[]][]).map(([differ, stale], at) => ({
    change: changed[at]!.change,
    differ,
    stale,
  }));
  expect(found).toEqual(changed.map(({ change, differ }) => ({ change, differ, stale: [] })));
});
