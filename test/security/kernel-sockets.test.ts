/** Messages between kernels and the server go through sockets in a folder that only the user can enter. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { startKernel } from '../../runtime/kernel/index.ts';
import { ensurePrivatePython } from '../../runtime/python/index.ts';
import { makeFolder } from '../cli/sluice.ts';

const CODE = `
import os
app = get_ipython().kernel.parent
place = os.stat(os.path.dirname(app.abs_connection_file))
print(app.transport, oct(place.st_mode & 0o777), place.st_uid == os.getuid())
listening = {part[9]: int(part[1].split(':')[1], 16) for line in open('/proc/net/tcp') if (part := line.split())[3] == '0A'}
opened = {os.readlink(f'/proc/self/fd/{fd}') for fd in os.listdir('/proc/self/fd') if os.path.exists(f'/proc/self/fd/{fd}')}
print([port for inode, port in listening.items() if f'socket:[{inode}]' in opened])
`;

afterEach(() => vi.unstubAllEnvs());

test('no kernel listens on a port of the machine', async () => {
  const kernel = await startKernel();
  const { outputs } = await kernel.execute({ code: CODE });
  await kernel.shutdown();
  expect(outputs).toMatchObject([{ text: 'ipc 0o700 True\n[]\n' }]);
});

test('processes that a cell forks print all the same', async () => {
  const kernel = await startKernel();
  const code = `
import os, sys
child = os.fork()
if child == 0:
    print('from the child', flush=True)
    os._exit(0)
os.waitpid(child, 0)
import time; time.sleep(1)`;
  const { outputs } = await kernel.execute({ code });
  await kernel.shutdown();
  expect(outputs).toMatchObject([{ text: 'from the child\n' }]);
});

test.skipIf(process.getuid?.() !== 0)('another user of the machine reads nothing', async () => {
  const kernel = await startKernel();
  const { outputs } = await kernel.execute({
    code: "app = get_ipython().kernel.parent\nprint(app.abs_connection_file, app.ip, app.iopub_port, sep='\\n')",
  });
  const text = outputs.map((output) => (output.output_type === 'stream' ? output.text : '')).join('');
  const [file, ip, port] = text.trim().split('\n');
  const code = `
try { require('fs').readFileSync(${JSON.stringify(file)}); console.log('in') } catch ({ code }) { console.log(code) }
const line = require('net').connect(${JSON.stringify(`${ip}-${port}`)});
line.on('connect', () => { console.log('in'); line.destroy() }).on('error', ({ code }) => console.log(code))`;
  const mine = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
  const theirs = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8', uid: 65_534, cwd: '/' });
  await kernel.shutdown();
  expect([mine.stdout, theirs.stdout]).toEqual(['in\nin\n', 'EACCES\nEACCES\n']);
});

test('a kernel that another program starts is as Jupyter has it', async () => {
  const folder = makeFolder();
  const argv = [
    'env',
    await ensurePrivatePython(() => {}),
    '-m',
    'ipykernel_launcher',
    '-f',
    '{connection_file}',
  ];
  const spec = { argv, display_name: 'Wrapped', language: 'python' };
  folder.write('kernels/wrapped/kernel.json', JSON.stringify(spec));
  vi.stubEnv('JUPYTER_PATH', folder.path);
  const kernel = await startKernel({ kernelName: 'wrapped', cwd: folder.path });
  const code =
    'import os\nprint(get_ipython().kernel.parent.transport, os.getcwd(), "SLUICE_FOLDER" in os.environ)';
  const { outputs } = await kernel.execute({ code });
  await kernel.shutdown();
  folder.remove();
  expect(outputs).toMatchObject([{ text: `tcp ${folder.path} False\n` }]);
});

test('none listens where the temporary folder has too long a name for sockets', async () => {
  const long = `/tmp/sluice-${'long'.repeat(20)}`;
  vi.stubEnv('TMPDIR', long);
  mkdirSync(long);
  const kernel = await startKernel({ env: { TMPDIR: '/tmp' } });
  const { outputs } = await kernel.execute({ code: CODE });
  await kernel.shutdown();
  expect(outputs).toMatchObject([{ text: 'ipc 0o700 True\n[]\n' }]);
  expect(readdirSync(long)).toEqual([]);
  rmSync(long, { recursive: true });
});
