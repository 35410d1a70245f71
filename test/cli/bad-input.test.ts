/** Bad input and wrong usage, from outside: one line on standard error, the right exit code, and nothing changed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtFile, findPackageRoot } from '../../instrument/index.ts';
import { ensurePrivatePython } from '../../runtime/python/index.ts';
import cases from '../cases/cli/bad-input.json' with { type: 'json' };
import { type Folder, makeFolder, notebookText, sessionText, sluice } from './sluice.ts';

interface Case {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly code: number;
  readonly says: string;
  /** The command needs a kernel server. */
  readonly slow?: boolean;
}

const SESSION = sessionText(['load = [1, 2]', 'total = sum(load)']).replace('"a"', '"load"');
const tools = makeFolder();
let bare = '';

beforeAll(async () => {
  const python = await ensurePrivatePython(() => {});
  const base = execFileSync(python, ['-c', 'import sys; print(sys.base_prefix)'], {
    encoding: 'utf8',
  }).trim();
  execFileSync(join(base, 'bin', 'python3'), ['-m', 'venv', '--without-pip', join(tools.path, 'bare')]);
  bare = join(tools.path, 'bare', 'bin', 'python');
}, 300_000);
afterAll(() => tools.remove());

function folderOf({ files = {} }: Pick<Case, 'files'>): Folder {
  return makeFolder({ 'good.jsonl': SESSION, 'good.ipynb': notebookText(['x = 1', 'x + 1']), ...files });
}

function expectOneLine(stderr: string): void {
  expect(stderr).toMatch(/^sluice: [^\n]+\n$/);
  expect(stderr).not.toMatch(/Traceback|\bat .+:\d+:\d+|node:internal|bug in Sluice/);
}

describe('one line, an exit code, nothing on standard output, no change', () => {
  const quick = (cases as readonly Case[]).filter(({ slow }) => !slow);
  const slow = (cases as readonly Case[]).filter((item) => item.slow);

  test.concurrent.each(quick.map((item) => [item.name, item] as const))('%s', check, 30_000);
  test.each(slow.map((item) => [item.name, item] as const))('%s', check, 60_000);
});

async function check(_: string, item: Case): Promise<void> {
  const folder = folderOf(item);
  const before = folder.snapshot();
  const samples = join(findPackageRoot(), 'samples');
  const args = item.args.map((arg) => arg.replace('{samples}', samples).replace('{bare}', bare));
  const { code, stdout, stderr } = await sluice(args, { cwd: folder.path, env: item.env ?? {} });
  expect(stderr).toMatch(new RegExp(item.says));
  expectOneLine(stderr);
  expect({ code, stdout }).toEqual({ code: item.code, stdout: '' });
  expect(folder.snapshot()).toEqual(before);
  folder.remove();
}

test('a working directory that is gone', async () => {
  const folder = folderOf({});
  const main = builtFile('runtime/cli/main.js');
  const script = `mkdir gone && cd gone && rmdir ../gone && exec "$0" "$1" replay ${folder.path}/good.jsonl`;
  const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, main], {
    cwd: folder.path,
    encoding: 'utf8',
  });
  expectOneLine(stderr);
  expect(stderr).toMatch(/the working directory does not exist any more/);
  expect(status).toBe(2);
  folder.remove();
});

test.skipIf(process.getuid?.() === 0)('a file that may not be read', async () => {
  const folder = folderOf({});
  chmodSync(join(folder.path, 'good.ipynb'), 0);
  const { code, stderr } = await sluice(['replay', 'good.ipynb'], { cwd: folder.path });
  chmodSync(join(folder.path, 'good.ipynb'), 0o600);
  expectOneLine(stderr);
  expect(stderr).toMatch(/good\.ipynb.*permission/i);
  expect(code).toBe(2);
  folder.remove();
});

describe('servers', () => {
  let server: Server;
  let status = 403;
  beforeAll(async () => {
    server = createServer((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"message": "Forbidden"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  test.each([
    [403, ['--token', 'wrong'], /refuses the token: give the right one with --token/],
    [403, [], /wants a token: give it with --token/],
    [404, ['--token', 't'], /does not answer like a Jupyter server/],
  ])('a server that answers %s to %j', async (answer, token, says) => {
    status = answer;
    const folder = folderOf({});
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const found = await sluice(['run', 'good.ipynb', '--server', url, ...token], { cwd: folder.path });
    expectOneLine(found.stderr);
    expect(found.stderr).toMatch(says);
    expect(found).toMatchObject({ code: 3, stdout: '' });
    expect(found.stderr).not.toContain('wrong');
    folder.remove();
  });
});
