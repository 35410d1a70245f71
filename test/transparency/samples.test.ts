/** The transparency oracle on the sample notebooks: with probes on and off, the same outputs and tracebacks in every cell. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorkingCopy } from '../../runtime/copies/index.ts';
import { type KernelServer, openServer } from '../../runtime/kernel/index.ts';
import { readSource } from '../../runtime/sources/index.ts';
import { testPython } from '../harness/host.ts';
import { comparableRun, differenceOf } from './comparable.ts';
import { TracedPair } from './traced-pair.ts';

const folder = fileURLToPath(new URL('../../samples', import.meta.url));
const notebooks = readdirSync(folder).filter((name) => name.endsWith('.ipynb'));
let server: KernelServer;
let python: string;

beforeAll(async () => {
  python = await testPython();
  server = await openServer({ python });
}, 600_000);
afterAll(() => server?.close());

test('there are samples', () => expect(notebooks.length).toBeGreaterThanOrEqual(3));

test.each(notebooks)('%s', { timeout: 300_000 }, async (name) => {
  const source = await readSource(join(folder, name), { python: () => python, session: undefined });
  if (source.type !== 'session') throw new Error('a notebook is one session');
  const copies = [await makeWorkingCopy(folder), await makeWorkingCopy(folder)] as const;
  const pair = await TracedPair.start(server, [copies[0].path, copies[1].path]);
  const differences: string[] = [];
  try {
    for (const event of source.events) {
      if (event.type !== 'run') continue;
      const { on, off } = await pair.run({ source: event.source });
      const difference = differenceOf(comparableRun(on.result), comparableRun(off.result), 1);
      const { opaque } = on.record;
      if (difference !== null || opaque !== null)
        differences.push(`${event.source}\n${difference ?? opaque}`);
    }
  } finally {
    await pair.close();
    for (const copy of copies) await copy.remove();
  }
  if (differences.length > 0) expect.fail(differences.join('\n\n'));
});
