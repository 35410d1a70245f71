/**
 * A replayed session: cells that found a file have new inputs after a change by another program, and users of
 * their values are stale.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startKernel } from '../../runtime/kernel/index.ts';
import { Session, StaticRecorder, TracedKernel } from '../../runtime/session/index.ts';

test('a module that another program edits makes its import fresh, and what used it stale', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'changed-files-'));
  const write = (text: string): void => writeFileSync(join(folder, 'helpers.py'), text);
  write('def f(x): return x + 1\n');
  const client = await startKernel({ cwd: folder });
  try {
    const session = new Session(await TracedKernel.attach(client, 'on', new StaticRecorder()));
    const cells = { a: 'import helpers', b: 'y = helpers.f(2)', c: 'print(y)', d: 'k = 1' };
    for (const [cell, source] of Object.entries(cells)) await session.apply({ type: 'run', cell, source });
    write('def f(x): return x * 100\n');
    const { status } = await session.apply({ type: 'edit', cell: 'd', source: 'k = 2' });
    expect(status).toMatchObject({ stale: ['b', 'c'], fresh: ['a'], reactive: ['a', 'b', 'c', 'd'] });
  } finally {
    await client.shutdown();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
