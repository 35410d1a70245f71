/** Secrets visible to other users of the machine: the arguments of programs are in the list of processes. */

import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { parseCommand } from '../../runtime/cli/arguments.ts';
import { makeFolder, notebookText, startSluice } from '../cli/sluice.ts';

const folder = makeFolder();
afterEach(() => vi.unstubAllEnvs());
afterAll(() => folder.remove());

/** The part of the list of processes visible to all. */
function processList(): string {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids
    .map((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .join('\n');
}

test.skipIf(!existsSync('/proc/self/cmdline'))('the browser is not started with the token', async () => {
  const seen = join(folder.path, 'seen');
  const program = folder.write(
    'xdg-open',
    `#!/bin/sh\nprintf %s "$1" > "${seen}"\nwhile [ -e "${seen}" ]; do sleep 0.2; done\n`,
  );
  chmodSync(program, 0o755);
  const book = folder.write('book.ipynb', notebookText(['1']));
  const PATH = `${folder.path}:${process.env.PATH}`;
  const run = startSluice(['open', book], { env: { PATH } });
  await vi.waitUntil(() => existsSync(seen) && readFileSync(seen, 'utf8') !== '', { timeout: 30_000 });
  const address = run.stdout().trim();
  const token = new URL(address).searchParams.get('token')!;
  const list = processList();
  expect([list.includes('xdg-open'), list.includes(token)]).toEqual([true, false]);
  const file = new URL(readFileSync(seen, 'utf8'));
  expect(readFileSync(file, 'utf8')).toContain(address);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(statSync(dirname(file.pathname)).mode & 0o077).toBe(0);
  run.child.kill('SIGINT');
  await run.finished;
  expect(existsSync(file)).toBe(false);
  rmSync(seen);
});

test.skipIf(!existsSync('/proc/self/cmdline'))(
  'a token in the arguments does not stay in the list',
  async () => {
    const book = folder.write('book.ipynb', notebookText(['1']));
    // a server that never answers
    let asked = false;
    const server = createServer(() => {
      asked = true;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const run = startSluice(['run', book, '--server', url, '--token', 'not-for-you']);
    await vi.waitUntil(() => asked, { timeout: 30_000 });
    expect(processList().includes('not-for-you')).toBe(false);
    run.child.kill('SIGKILL');
    await run.finished;
    server.closeAllConnections();
    server.close();
  },
);

test('the token of a server comes from a file or a variable', async () => {
  const file = folder.write('token', 'from the file\n');
  const server = async (args: readonly string[]) => {
    const command = await parseCommand(['run', 'a.ipynb', '--server', 'http://h:1/', ...args]);
    return 'server' in command ? command.server : null;
  };
  expect(await server(['--token-file', file])).toEqual({ url: 'http://h:1/', token: 'from the file' });
  expect(await server([])).toEqual({ url: 'http://h:1/' });
  vi.stubEnv('SLUICE_SERVER_TOKEN', 'from the variable');
  expect(await server([])).toEqual({ url: 'http://h:1/', token: 'from the variable' });
  expect(await server(['--token', 'given'])).toEqual({ url: 'http://h:1/', token: 'given' });
  await expect(server(['--token-file', '/no/such'])).rejects.toThrow(/cannot read --token-file/);
  await expect(server(['--token', 'a', '--token-file', file])).rejects.toThrow(/give one of/);
  await expect(parseCommand(['run', 'a.ipynb', '--token-file', file])).rejects.toThrow(/belongs to --server/);
});
