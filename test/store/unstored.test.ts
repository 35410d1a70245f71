/** The reasons against storing values that cannot be written, by the cases of `test/cases/unstored.jsonl`. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { readCases } from '../harness/case-lines.ts';
import { testPython } from '../harness/host.ts';

const CASES = readCases<{ readonly name: string; readonly into?: string; readonly reason: string }>(
  new URL('../cases/unstored.jsonl', import.meta.url),
);
const SCRIPT = join(findPackageRoot(), 'test', 'store', 'unstored.py');
const T = 60_000;

for (const each of CASES) {
  test.skipIf(process.platform === 'win32' || (each.into !== undefined && !existsSync(each.into)))(
    each.name,
    async () => {
      const answer = execFileSync(await testPython(), [SCRIPT, JSON.stringify(each)], { timeout: T });
      expect(JSON.parse(answer.toString())).toEqual({ reason: each.reason });
    },
    T,
  );
}
