/** `sluice store verify FILE --rerun` with real kernels: equal runs stay, other runs leave the store. */

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Folder, makeFolder, notebookText, sluice, sluiceJson } from '../cli/sluice.ts';

const SLOW = 'import time\ntime.sleep(0.3)\n';
/** The second value is the place of an object in memory, which no record has. */
const CELLS = [`${SLOW}x = [1, 2]\nx`, `${SLOW}y = [hash(object())]`, 'len(x) + len(y)'];
const T = 180_000;

let folder: Folder;
beforeAll(() => {
  folder = makeFolder({ 'a.ipynb': notebookText(CELLS) });
});
afterAll(() => folder.remove());

test(
  'a different run leaves the store',
  async () => {
    const [file, store] = [join(folder.path, 'a.ipynb'), join(folder.path, 'store')];
    const out = join(folder.path, 'out.ipynb');
    const ran = await sluice(['run', file, '-o', out, '--store', store, '--store-from', '0.2']);
    expect(ran).toMatchObject({ code: 0 });
    const verify = ['store', 'verify', file, '--rerun', '--store', store];
    const { code, stdout } = await sluice(verify);
    expect(stdout).toBe('removed import time: y has another value\n2 stored runs ran again, 1 removed\n');
    expect(code).toBe(1);
    expect(await sluiceJson(verify)).toEqual([
      { type: 'repeated', title: 'import time', difference: null, unknown: null },
      { type: 'summary', ran: 1, removed: 0, failed: null },
    ]);
  },
  T,
);
