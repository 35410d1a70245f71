/** The transparency oracle in real kernels (DESIGN 8.4): with probes on and off, the same outputs and tracebacks. Of a sample. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KernelServer, openServer } from '../../runtime/kernel/index.ts';
import { testPython } from '../harness/host.ts';
import { isOlder } from '../harness/python-version.ts';
import { Sample } from '../harness/sample.ts';
import { comparableRun, differenceOf } from './comparable.ts';
import { TracedPair } from './traced-pair.ts';
import { type CaseCell, readTransparencyCases } from './transparency-case.ts';

const sample = Sample.ofRun();
const cases = sample.take(readTransparencyCases(), 6, 'transparency ');
let server: KernelServer;
let shared: TracedPair;
let missing: ReadonlySet<string>;
let version: readonly number[];

beforeAll(async () => {
  server = await openServer({ python: await testPython() });
  shared = await TracedPair.start(server);
  const modules = [...new Set(cases.flatMap(({ needs = [] }) => needs))];
  const source = [
    'import importlib.util, sys',
    `print([m for m in ${JSON.stringify(modules)} if importlib.util.find_spec(m) is None], sys.version_info[:2])`,
  ].join('\n');
  const { off } = await shared.run({ source });
  const text = comparableRun(off.result).outputs[0] ?? '';
  missing = new Set([...text.matchAll(/'(\w+)'/g)].map(([, name = '']) => name));
  version = (/\((\d+), (\d+)\)/.exec(text) ?? []).slice(1).map(Number);
}, 600_000);
afterAll(() => server?.close());

describe('with probes on and off, the same outputs and tracebacks', () => {
  test.each(cases)(
    '$name',
    { timeout: 300_000 },
    async ({ needs = [], python, fresh, known, cells, factor = 1 }) => {
      if (needs.some((name) => missing.has(name)) || isOlder(version, python)) return;
      if (shared.isDead) shared = await TracedPair.start(server);
      const pair = fresh ? await TracedPair.start(server) : shared;
      try {
        const differences: string[] = [];
        for (const cell of cells) differences.push(...(await differencesIn(pair, cell, factor)));
        if (known === undefined && differences.length > 0) expect.fail(differences.join('\n\n'));
        if (known !== undefined)
          expect(differences, `no longer shows: take "known" off (${known})`).not.toEqual([]);
      } finally {
        if (fresh) await pair.close();
      }
    },
  );
});

/** A cell that ran plain is transparent for nothing, so it counts only where a case expects it. */
async function differencesIn(pair: TracedPair, cell: CaseCell, factor: number): Promise<string[]> {
  const { on, off } = await pair.run(cell);
  const found: string[] = [];
  const difference = differenceOf(comparableRun(on.result), comparableRun(off.result), factor);
  if (difference !== null) found.push(difference);
  const { opaque } = on.record;
  if (cell.uninstrumented === undefined ? opaque !== null : cell.uninstrumented === (opaque === null)) {
    found.push(opaque ?? 'it was instrumented');
  }
  return found.map((text) => `in ${JSON.stringify(cell.source)}:\n${text}`);
}
