/**
 * The slice oracle over notebooks written to break slices, without knowledge of the tracer. The test fails only for
 * a silently wrong slice.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCases } from './harness/case-lines.ts';
import { HostPair, testPython } from './harness/host.ts';
import {
  HEAVY_MODULES,
  judge,
  type Mark,
  type MarkedNotebook,
  type Mode,
  type Row,
} from './harness/marked-notebooks.ts';

const MODES: readonly Mode[] = [
  { label: 'cell', level: 'cell' },
  { label: 'statement', level: 'statement' },
  { label: 'cell, budget 0', level: 'cell', budget: 0 },
];

for (const suite of ['adversarial-a', 'adversarial-b']) {
  const cases = readCases<MarkedNotebook>(new URL(`./cases/${suite}.jsonl`, import.meta.url));

  describe(suite, () => {
    let host: HostPair;
    const rows: Row[] = [];
    beforeAll(async () => {
      host = new HostPair(await testPython(), HEAVY_MODULES);
    }, 600_000);
    afterAll(() => {
      host.close();
      console.log(report(suite, rows));
    });

    test.each(cases)('$name', { timeout: 180_000 }, async (notebook) => {
      const own = await judge(host, notebook, MODES, 20);
      rows.push(...own);
      const wrong = own.filter((row) => row.mark === 'SILENTLY WRONG');
      expect(wrong.map((row) => `${row.mode}: ${row.why}`)).toEqual([]);
    });
  });
}

function report(suite: string, rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const mark = row.mark === 'reproduced' && !row.guaranteed ? 'reproduced, not guaranteed' : row.mark;
    const cells = [
      row.missing.length > 0 ? `LACKS ${row.missing.join(' ')}` : '',
      row.extra.length > 0 ? `imprecise ${row.extra.join(' ')}` : '',
    ].filter((part) => part !== '');
    const why = row.why.replaceAll('\n', ' ').slice(0, 220);
    return `${row.mode.padEnd(15)} ${row.name.padEnd(46)} ${mark.padEnd(27)} ${cells.join(', ').padEnd(24)} ${why}`;
  });
  const totals = MODES.map(({ label }) => {
    const own = rows.filter((row) => row.mode === label);
    const count = (mark: Mark) => own.filter((row) => row.mark === mark).length;
    const reproduced = own.filter((row) => row.mark === 'reproduced');
    return [
      `${suite}, ${label}: ${own.length} cases`,
      `${count('reproduced')} reproduced (${reproduced.filter((row) => row.guaranteed).length} guaranteed)`,
      `${count('flagged')} flagged`,
      `${count('SILENTLY WRONG')} SILENTLY WRONG`,
      `${count('no answer')} no answer`,
      `${own.filter((row) => row.missing.length > 0).length} lack a needed cell`,
      `${own.filter((row) => row.extra.length > 0).length} imprecise`,
    ].join(', ');
  });
  return [...lines, '', ...totals].join('\n');
}
