/** The transparency oracle in real kernels (DESIGN 8.4): with probes on and off, the same outputs and tracebacks. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KernelServer, openServer } from '../../runtime/kernel/index.ts';
import { testPython } from '../harness/host.ts';
import { type ComparableRun, comparableRun, equalWithin } from './comparable.ts';
import { type PairedRun, TracedPair } from './traced-pair.ts';
import { type CaseCell, readTransparencyCases } from './transparency-case.ts';

const cases = readTransparencyCases();
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
  test.each(cases)('$name', { timeout: 120_000 }, async (found) => {
    const lacks = (found.needs ?? []).filter((name) => missing.has(name));
    if (lacks.length > 0 || isOlder(version, found.python)) return;
    const pair = found.fresh ? await TracedPair.start(server) : shared;
    try {
      for (const cell of found.cells) checkRun(cell, await pair.run(cell), found.factor);
    } finally {
      if (pair !== shared) await pair.close();
    }
  });
});

/** A cell that ran plain is transparent for nothing, so it counts only where a case expects it. */
function checkRun(cell: CaseCell, { on, off }: PairedRun, factor: number | undefined): void {
  const [probed, plain] = [comparableRun(on.result), comparableRun(off.result)];
  if (factor === undefined) expect(probed, cell.source).toEqual(plain);
  else expectWithin(factor, probed, plain);
  const unprobed = on.record.opaque;
  if (cell.uninstrumented) expect(unprobed, cell.source).not.toBeNull();
  else expect(unprobed, cell.source).toBeNull();
}

function expectWithin(factor: number, probed: ComparableRun, plain: ComparableRun): void {
  const [a, b] = [JSON.stringify(probed), JSON.stringify(plain)];
  if (!equalWithin(factor, a, b)) expect(probed).toEqual(plain);
}

function isOlder([major = 0, minor = 0]: readonly number[], needed = '3.0'): boolean {
  const [a = 0, b = 0] = needed.split('.').map(Number);
  return major < a || (major === a && minor < b);
}
