/** Modules in a foreign folder with names of libraries: programs of Sluice started there do not import these. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { type Folder, makeFolder, notebookText, sluice } from '../cli/sluice.ts';
import { findTestPython } from '../static/python.ts';

const planted = 'open("imported", "w").close()\n';

let folder: Folder;
beforeEach(() => {
  folder = makeFolder({
    'book.ipynb': notebookText(['x = 1']),
    'distributed.py': planted,
    'ray.py': planted,
    'grpc.py': planted,
    'html.py': planted,
    'sluice/__init__.py': planted,
  });
});
afterEach(() => {
  expect(existsSync(join(folder.path, 'imported'))).toBe(false);
  folder.remove();
});

test.each(['dask', 'ray'])('the search for the library of %s', { timeout: 120_000 }, async (engine) => {
  const options = ['study', 'notebooks', 'book.ipynb', '--on', `${engine}://127.0.0.1:9`];
  expect(await sluice(options, { cwd: folder.path })).toMatchObject({ code: 2 });
});

test.skipIf(process.platform === 'win32')(
  "the tile of JupyterLab's launcher",
  { timeout: 60_000 },
  async () => {
    const env = { ...process.env, PYTHONPATH: join(findPackageRoot(), 'wheel') };
    const told = spawn(
      findTestPython()!,
      ['-c', 'import json; from sluice.launcher_tile import tile; print(json.dumps(tile()["command"]))'],
      { env, cwd: findPackageRoot(), stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [text] = (await once(told.stdout, 'data')) as [Buffer];
    const socket = join(folder.path, 's');
    const [program, ...args] = (JSON.parse(String(text)) as string[]).map((word) =>
      word.replace('{unix_socket}', socket),
    );
    const tile = spawn(program!, args, { env, cwd: folder.path, stdio: 'ignore' });
    try {
      for (let n = 0; n < 200 && !existsSync(socket); n += 1) await sleep(50);
      // (the wheel is not built here, so that no page starts)
      const asked = request({ socketPath: socket }).end();
      const [answer] = await once(asked, 'response');
      expect(answer.statusCode).toBe(500);
    } finally {
      tile.kill();
    }
  },
);
