/** The slice oracle over the micro-notebooks: each slice reproduces its value, or is not guaranteed. */

import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Host, testPython } from './harness/host.ts';
import { checkSession, type Verdict } from './harness/oracle.ts';

interface MicroNotebook {
  readonly name: string;
  readonly cells: readonly string[];
  readonly value: string;
}

const file = new URL('./cases/micro-notebooks.jsonl', import.meta.url);
const cases = existsSync(file)
  ? readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as MicroNotebook)
  : [];

describe('micro-notebooks', () => {
  let host: Host;
  const table: string[] = [];
  beforeAll(async () => {
    host = new Host(await testPython(), ['numpy', 'pandas', 'sklearn.linear_model', 'sklearn.cluster']);
  }, 600_000);
  afterAll(() => {
    host.close();
    console.log(table.join('\n'));
  });

  for (const level of ['cell', 'statement'] as const) {
    test.each(cases)(`$name, ${level}`, { timeout: 60_000 }, async ({ name, cells, value }) => {
      const job = { cells: cells.map((source, i) => [`c${i + 1}`, source] as const), names: [value] };
      const verdict: Verdict = await checkSession(host, job, level);
      const mark = verdict.reproduced ? 'reproduced' : verdict.guarantee;
      table.push(
        `${level.padEnd(10)} ${name.padEnd(28)} ${mark.padEnd(14)} slice ${verdict.executions.join(' ')} of ${cells.length}`,
      );
      expect(verdict.reproduced, `${verdict.difference}\n${verdict.script}`).toBe(true);
    });
  }
});
