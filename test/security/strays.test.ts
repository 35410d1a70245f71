/** Processes started and left by a notebook end with `sluice reproduce`, even if they hide; and their number is bounded. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Folder, makeFolder, sluice } from '../cli/sluice.ts';
import { savedNotebook } from '../research/reproduce/saved-notebook.ts';

vi.setConfig({ testTimeout: 300_000 });

let folder: Folder;
/** Not in the folder, of which the cells have a copy. */
let elsewhere: Folder;
let note: string;

beforeEach(() => {
  folder = makeFolder({});
  elsewhere = makeFolder({});
  note = join(elsewhere.path, 'pids');
});
afterEach(() => {
  folder.remove();
  elsewhere.remove();
});

const START = 'import subprocess, sys, os, time\n';
/** Says its number, and stays. */
const stays = (): string =>
  JSON.stringify(
    `import os, time; open(${JSON.stringify(note)}, 'a').write('%d\\n' % os.getpid()); time.sleep(300)`,
  );

const WAYS: Readonly<Record<string, () => string>> = {
  'a process in the background': () => `subprocess.Popen([sys.executable, '-c', ${stays()}])`,
  'one without environment, in a session of its own': () =>
    `subprocess.Popen([sys.executable, '-I', '-c', ${stays()}], env={}, start_new_session=True)`,
  'one whose parent has ended, without environment': () =>
    `subprocess.run(['/bin/sh', '-c', 'setsid env -i "$0" -I -c "$1" >/dev/null 2>&1 &', sys.executable, ${stays()}])`,
  'one without environment of a kernel that is killed': () =>
    `subprocess.Popen([sys.executable, '-I', '-c', ${stays()}], env={}, start_new_session=True)\ntime.sleep(1)\nos.kill(os.getpid(), 9)`,
};

describe.skipIf(process.platform !== 'linux')('ended with the run', () => {
  test.each(Object.keys(WAYS))('%s', async (way) => {
    const waits = `\nwhile not os.path.exists(${JSON.stringify(note)}): time.sleep(0.05)`;
    folder.write('x.ipynb', savedNotebook([[`${START}${WAYS[way]!()}${waits}`, null]]));
    await sluice(['reproduce', 'x.ipynb', '--json'], { cwd: folder.path });
    const pids = readFileSync(note, 'utf8').trim().split('\n');
    expect(pids.length).toBeGreaterThan(0);
    expect(pids.filter((pid) => isAlive(pid))).toEqual([]);
  });
});

test.skipIf(process.platform !== 'linux')('processes without end are an error of the cell', async () => {
  const cell = `import os, time
until = time.time() + 60
children = 0
while time.time() < until and children < 8_000:
    if os.fork() == 0:
        time.sleep(30)
        os._exit(0)
    children += 1
print(children)`;
  folder.write('x.ipynb', savedNotebook([[cell, '8000\n']]));
  const { stdout } = await sluice(['reproduce', 'x.ipynb', '--json', '--timeout', '90'], {
    cwd: folder.path,
  });
  expect(JSON.parse(stdout)).toMatchObject({ status: 'failed' });
});

function isAlive(pid: string): boolean {
  if (!existsSync(`/proc/${pid}`)) return false;
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
