/** `sluice run --resume` with real kernels: a second run restores, says so in its output and its file, and shows the same. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Folder, makeFolder, notebookText, sluice, sluiceJson } from '../cli/sluice.ts';

const CELLS = ['n = 4', 'import time\ntime.sleep(0.3)\nx = [n] * n\nx', 'x.append(1)\nsum(x)'];
const SLOW = ['n = 4', 'import time\ntime.sleep(1.2)\nx = [n] * n\nx', 'x.append(1)\nsum(x)'];
const T = 180_000;

let folder: Folder;
beforeAll(() => {
  folder = makeFolder({ 'a.ipynb': notebookText(CELLS) });
});
afterAll(() => folder.remove());

interface Saved {
  readonly cells: readonly { readonly outputs: unknown; readonly metadata: { readonly sluice?: object } }[];
}

test(
  'a second run restores the slow cell',
  async () => {
    const [file, store] = [join(folder.path, 'a.ipynb'), join(folder.path, 'store')];
    const run = async (out: string) => {
      const { code, stderr } = await sluice([
        'run',
        file,
        '-o',
        join(folder.path, out),
        '--resume',
        '--store',
        store,
        '--store-from',
        '0.2',
      ]);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      return { stderr, saved: JSON.parse(readFileSync(join(folder.path, out), 'utf8')) as Saved };
    };
    const first = await run('1.ipynb');
    const second = await run('2.ipynb');
    expect(second.stderr).toMatch(/restored cell 2 \(0\.\d s, \d{4}-/);
    expect(second.stderr).toContain('2 cells ran');
    expect(second.saved.cells.map(({ outputs }) => outputs)).toEqual(
      first.saved.cells.map(({ outputs }) => outputs),
    );
    const notes = second.saved.cells.map(({ metadata }) => metadata.sluice);
    expect(notes).toEqual([
      undefined,
      { restored: { computed: expect.any(String), seconds: expect.any(Number) } },
      undefined,
    ]);
    const [why] = await sluiceJson(['store', 'why', file, '--cell', '2', '--store', store]);
    expect(why).toMatchObject({ fate: 'restored' });
    const found = await sluiceJson(['store', 'verify', '--store', store]);
    expect(found).toEqual([{ type: 'summary', good: 1, removed: 0 }]);
    // and in another folder, with another store
    const archive = join(folder.path, 'a.sluice-session');
    const [saved] = await sluiceJson(['session', 'save', file, archive, '--store', store]);
    expect(saved).toMatchObject({ runs: 1, leftOut: 0 });
    const [there, other] = [join(folder.path, 'there'), join(folder.path, 'other-store')];
    const [opened] = await sluiceJson(['session', 'open', archive, there, '--store', other]);
    expect(opened).toMatchObject({ taken: 1, refused: [], differences: [], trusted: true });
    const moved = await sluice([
      'run',
      join(there, 'a.ipynb'),
      '--resume',
      '--store',
      other,
      '--store-from',
      '0.2',
    ]);
    expect(moved.stderr).toMatch(/restored cell 2/);
    const again = await sluice(['session', 'open', archive, there, '--store', other]);
    expect(again).toMatchObject({ code: 2 });
    expect(again.stderr).toContain('exists already');
  },
  T,
);

test(
  'a reactive run restores the slow cell, and runs it after an edit of its input',
  async () => {
    const [file, store] = [join(folder.path, 'b.ipynb'), join(folder.path, 'store-b')];
    const run = (...more: readonly string[]) =>
      sluiceJson(['run', file, '--reactive', '--resume', '--store', store, ...more]);
    const told = (events: readonly object[]) =>
      events.map((event) => ('cell' in event && 'type' in event ? `${event.type} ${event.cell}` : ''));
    writeFileSync(file, notebookText(SLOW));
    expect(told(await run())).toEqual(['run c1', 'run c2', 'run c3', '']);
    const second = await run();
    expect(told(second)).toEqual(['run c1', 'restored c2', 'run c3', '']);
    expect(second[1]).toMatchObject({ computed: expect.any(String), seconds: expect.any(Number) });
    writeFileSync(file, notebookText(['n = 5', ...SLOW.slice(1)]));
    expect(told(await run())).toEqual(['run c1', 'run c2', 'run c3', '']);
    const saved = JSON.parse(readFileSync(file, 'utf8')) as Saved;
    expect(JSON.stringify(saved.cells[1]!.outputs)).toContain('[5, 5, 5, 5, 5]');
  },
  T,
);
