/** The server of the pages: files, access, WebSockets. The file is long: one test for each request. */

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startUiServer, type UiServer } from '../../runtime/server/index.ts';
import { notebookText } from '../cli/sluice.ts';
import { NO_KERNELS, NO_SESSIONS } from './told-notebook.ts';

let folder: string;
let trash: string;
let server: UiServer;
let origin: string;
let token: string;

beforeEach(async () => {
  const base = mkdtempSync(join(tmpdir(), 'ui-server-'));
  folder = join(base, 'work');
  trash = join(base, 'data');
  mkdirSync(join(folder, 'inner'), { recursive: true });
  writeFileSync(join(base, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'book.ipynb'), notebookText(['1']));
  symlinkSync(join(base, 'secret.txt'), join(folder, 'link.txt'));
  vi.stubEnv('XDG_DATA_HOME', trash);
  server = await startUiServer({
    sessions: NO_SESSIONS,
    kernels: NO_KERNELS,
    settingsFile: join(base, 'settings.json'),
    extensionsFolder: join(base, 'extensions'),
    terminals: null,
    folder,
    host: '127.0.0.1',
    allowedHosts: [],
    port: null,
    openNotebook: () => ({
      connect: (listener) => {
        listener({ type: 'error', message: 'hello' });
        return {
          receive: (message) => listener({ type: 'error', message: JSON.stringify(message) }),
          close() {},
        };
      },
      close: async () => {},
      moved: () => {},
      secure: () => {},
      kernel: { id: null, python: '', state: 'idle', isWorthKeeping: false },
    }),
  });
  const url = new URL(server.url('/'));
  origin = url.origin;
  token = url.searchParams.get('token')!;
});

afterEach(async () => {
  await server.close({ leaves: false });
  vi.unstubAllEnvs();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

interface Reply {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** A request as a program would make it: `fetch` does not let us name a host. */
function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(origin);
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method: options.method ?? 'GET',
      headers: options.headers ?? {},
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
    });
    sent.end(options.body);
  });
}

const known = () => ({ Authorization: `token ${token}` });

/** What a page has after the first visit. */
async function entered(): Promise<{ readonly cookie: string; readonly key: string }> {
  const { headers, text } = await ask(`/?token=${token}`);
  const key = /<meta name="sluice-key" content="([^"]+)"/.exec(text)![1]!;
  return { cookie: String(headers['set-cookie']).split(';')[0]!, key };
}

async function pageHeaders(): Promise<Record<string, string>> {
  const { cookie, key } = await entered();
  return { Cookie: cookie, 'X-Sluice-Key': key };
}

describe('who may enter', () => {
  test('nobody without the token', async () => {
    expect((await ask('/')).status).toBe(403);
    expect((await ask('/api/files')).status).toBe(403);
    expect((await ask('/?token=wrong')).status).toBe(403);
    expect((await ask('/files/book.ipynb')).status).toBe(403);
  });

  test('the token becomes a cookie and a key, which are not the token', async () => {
    const { status, headers, text } = await ask(`/notebooks/book.ipynb?token=${token}`);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(String(headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/);
    expect(`${headers['set-cookie']} ${text}`).not.toContain(token);
    expect((await ask('/api/files', { headers: await pageHeaders() })).status).toBe(200);
  });

  test('pages hold the key only for who has the token', async () => {
    const { cookie, key } = await entered();
    const { status, text } = await ask('/', { headers: { Cookie: cookie } });
    expect([status, text.includes(key)]).toEqual([200, false]);
  });

  test('not under another name, and no change from another site', async () => {
    const page = await pageHeaders();
    expect((await ask('/api/files', { headers: { ...page, Host: 'evil.example' } })).status).toBe(403);
    const body = JSON.stringify({ op: 'new-notebook', path: '' });
    const from = (Origin: string, Authorization = 'Basic eDp5') =>
      ask('/api/files', { method: 'POST', headers: { ...page, Origin, Authorization }, body });
    expect((await from('https://evil.example')).status).toBe(403);
    expect((await from('null')).status).toBe(403);
    expect((await from(origin)).status).toBe(200);
  });

  test.each([
    ['no cookie', async () => ({ origin })],
    ['a cookie without the key', async () => ({ origin, headers: { Cookie: (await entered()).cookie } })],
    ['another site', async () => ({ origin: 'https://evil.example', headers: await pageHeaders() })],
    ['a frame without an origin', async () => ({ origin: 'null', headers: await pageHeaders() })],
  ])('no WebSocket: %s', async (_, options) => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket?path=book.ipynb`, await options());
    const failed = await new Promise<string>((resolve) => {
      socket.on('error', (error) => resolve(error.message));
      socket.on('open', () => resolve('open'));
    });
    expect(failed).toMatch(/403/);
  });

  test('a WebSocket with the cookie and the key carries messages', async () => {
    const { cookie, key } = await entered();
    const address = `${origin.replace('http', 'ws')}/socket?path=book.ipynb`;
    const socket = new WebSocket(address, ['sluice', key], { origin, headers: { Cookie: cookie } });
    const got: string[] = [];
    socket.on('message', (data) => {
      got.push(JSON.parse(String(data)).message);
      if (got.length === 1) socket.send('{"op":"save"}');
    });
    await expect.poll(() => got).toEqual(['hello', '{"op":"save"}']);
    expect(socket.protocol).toBe('sluice');
    socket.close();
  });

  test('other sites cannot take what is here into their pages', async () => {
    const policy = 'cross-origin-resource-policy';
    for (const path of ['/', '/api/files', '/files/book.ipynb', '/api/nothing']) {
      expect((await ask(path, { headers: known() })).headers[policy]).toBe('same-origin');
    }
    expect((await ask('/assets/frame.html')).headers[policy]).toBe('cross-origin');
  });

  test('a part of a page is the same, compressed or not', async () => {
    const page = await ask('/', { headers: known() });
    const [part = ''] = /\/assets\/part-first-[\w-]+\.js/.exec(page.text) ?? [];
    const plain = await ask(part);
    const zipped = await ask(part, { headers: { 'accept-encoding': 'gzip' } });
    expect([plain.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual([
      undefined,
      'gzip',
    ]);
    expect(plain.headers.etag).toBe(zipped.headers.etag);
    expect(plain.text).toMatch(/^import/);
    expect(Number(zipped.headers['content-length'])).toBeLessThan(plain.text.length / 2);
  });

  test('pages forbid foreign scripts; the frame of outputs has no origin', async () => {
    const page = await ask('/', { headers: known() });
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/);
    const frame = await ask('/assets/frame.html');
    expect(frame.headers['content-security-policy']).toMatch(/^sandbox allow-scripts/);
    expect(frame.headers['content-security-policy']).not.toMatch(/allow-same-origin/);
  });
});

describe('files', () => {
  const change = (body: object) =>
    ask('/api/files', { method: 'POST', headers: known(), body: JSON.stringify(body) });

  test('are listed, made, renamed, duplicated and put into the trash', async () => {
    const listing = JSON.parse((await ask('/api/files?path=', { headers: known() })).text);
    expect(listing.entries.map((entry: { name: string }) => entry.name)).toEqual([
      'inner',
      'book.ipynb',
      'link.txt',
    ]);
    await change({ op: 'new-notebook', path: 'inner' });
    await change({ op: 'new-folder', path: 'inner', name: 'deep' });
    await change({ op: 'rename', path: 'inner/Untitled.ipynb', name: 'named.ipynb' });
    await change({ op: 'duplicate', path: 'inner/named.ipynb' });
    expect(readdirSync(join(folder, 'inner')).sort()).toEqual(['deep', 'named-copy.ipynb', 'named.ipynb']);
    await change({ op: 'trash', path: 'inner/named.ipynb' });
    expect(readdirSync(join(trash, 'Trash', 'files'))).toEqual(['named.ipynb']);
    expect(readFileSync(join(trash, 'Trash', 'info', 'named.ipynb.trashinfo'), 'utf8')).toContain(
      'inner/named.ipynb',
    );
  });

  test('come back from the trash, unless there is another one of that name', async () => {
    const restore = () => change({ op: 'restore', path: 'inner/back.ipynb' });
    expect((await restore()).text).toContain('back.ipynb is not in the trash any more');
    await change({ op: 'new-notebook', path: 'inner' });
    await change({ op: 'rename', path: 'inner/Untitled.ipynb', name: 'back.ipynb' });
    await change({ op: 'trash', path: 'inner/back.ipynb' });
    writeFileSync(join(folder, 'inner', 'back.ipynb'), '');
    expect((await restore()).text).toContain('back.ipynb exists already');
    rmSync(join(folder, 'inner', 'back.ipynb'));
    expect((await restore()).status).toBe(200);
    expect(readFileSync(join(folder, 'inner', 'back.ipynb'), 'utf8')).toContain('nbformat');
    expect(readdirSync(join(trash, 'Trash', 'info'))).not.toContain('back.ipynb.trashinfo');
    expect((await restore()).status).not.toBe(200);
  });

  test('are uploaded once and downloaded', async () => {
    const put = () => ask('/api/files?path=inner/a.csv', { method: 'PUT', headers: known(), body: 'a,b' });
    expect((await put()).status).toBe(200);
    expect((await put()).text).toContain('a.csv exists already');
    const got = await ask('/files/inner/a.csv?download', { headers: known() });
    expect(got.text).toBe('a,b');
    expect(got.headers['content-disposition']).toContain('attachment');
  });

  test.each([
    ['/files/../secret.txt'],
    ['/files/..%2fsecret.txt'],
    ['/files/%2e%2e/secret.txt'],
    ['/files/link.txt'],
    ['/files/inner/..%2f..%2fsecret.txt'],
    ['/files/%2fetc%2fpasswd'],
    ['/api/files?path=..'],
    ['/api/files?path=inner/../..'],
    ['/api/text?path=../secret.txt'],
    ['/api/text?path=link.txt'],
    ['/api/search?path=..&words=secret'],
    ['/assets/../runtime/cli/main.js'],
    ['/assets/..%2fruntime%2fcli%2fmain.js'],
  ])('nothing outside of the folder: %s', async (path) => {
    const { status, text } = await ask(path, { headers: known() });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain('secret"');
  });

  test('are moved, found by name, sent in ranges and as an archive, which follows no link', async () => {
    mkdirSync(join(folder, 'inner', 'deep'));
    writeFileSync(join(folder, 'inner', 'a.csv'), '0123456789');
    symlinkSync(join(folder, '..'), join(folder, 'inner', 'out'));
    const moved = await change({ op: 'move', path: 'inner/a.csv', to: 'inner/deep' });
    expect(JSON.parse(moved.text)).toEqual({ path: 'inner/deep/a.csv' });
    expect((await change({ op: 'move', path: 'inner', to: 'inner/deep' })).text).toContain('into itself');
    expect((await change({ op: 'move', path: 'book.ipynb', to: '..' })).status).toBe(400);
    const found = JSON.parse((await ask('/api/search?path=&words=a.c%20deep', { headers: known() })).text);
    expect(found.entries.map(({ path }: { path: string }) => path)).toEqual(['inner/deep/a.csv']);
    const secrets = await ask('/api/search?path=&words=secret', { headers: known() });
    expect(JSON.parse(secrets.text).entries).toEqual([]);
    const range = (Range: string) => ask('/files/inner/deep/a.csv', { headers: { ...known(), Range } });
    const part = await range('bytes=2-4');
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
    expect((await range('bytes=-3')).text).toBe('789');
    expect((await range('bytes=8-99')).headers['content-length']).toBe('2');
    expect((await range('bytes=10-')).status).toBe(416);
    expect((await range('lines=1-2')).text).toBe('0123456789');
    const archive = await ask('/files/inner?download', { headers: known() });
    expect(archive.headers['content-disposition']).toContain('inner.zip');
    expect(archive.text).toContain('inner/deep/a.csv');
    expect(archive.text).not.toContain('secret');
    const page = await ask('/files/inner/deep/a.csv?page', { headers: known() });
    expect(String(page.headers['content-security-policy'])).toMatch(/^sandbox; default-src 'none'/);
  });

  test('are saved as texts only over the loaded version, with their line ends and mark', async () => {
    const file = join(folder, 'a.py');
    writeFileSync(file, '\uFEFFone\r\ntwo\r\nthree\n');
    const read = async () => JSON.parse((await ask('/api/text?path=a.py', { headers: known() })).text);
    const save = (body: string, version: string) =>
      ask(`/api/text?path=a.py&version=${version}`, { method: 'PUT', headers: known(), body });
    const { text, version, readOnly } = await read();
    expect([text, readOnly]).toEqual(['one\ntwo\nthree\n', null]);
    const same = await ask(`/api/text?path=a.py&known=${version}`, { headers: known() });
    expect(JSON.parse(same.text)).toBeNull();
    expect((await save('one\nnew\ntwo\nthree\n', version)).status).toBe(200);
    expect(readFileSync(file, 'utf8')).toBe('\uFEFFone\r\nnew\r\ntwo\r\nthree\n');
    const late = await save('lost', version);
    expect([late.status, JSON.parse(late.text).error]).toEqual([409, 'a.py has changed on the disk']);
    rmSync(file);
    expect((await save('lost', version)).text).toContain('a.py has been deleted on the disk');
    expect((await save('again', 'new')).status).toBe(200);
    expect((await save('again', 'new')).text).toContain('a.py exists already');
    symlinkSync('../secret.txt', join(folder, 'out.py'));
    const out = await ask('/api/text?path=out.py&version=any', {
      method: 'PUT',
      headers: known(),
      body: 'x',
    });
    expect(out.status).toBe(400);
    expect(readFileSync(join(folder, '..', 'secret.txt'), 'utf8')).toBe('secret');
  });

  test('links that lead nowhere, or in a circle, are listed, and can be put away', async () => {
    symlinkSync('nowhere', join(folder, 'dangling'));
    symlinkSync('round', join(folder, 'round'));
    symlinkSync('../secret.txt', join(folder, 'Untitled.ipynb'));
    const listing = JSON.parse((await ask('/api/files?path=', { headers: known() })).text);
    const names = listing.entries.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['dangling', 'round']));
    for (const path of ['dangling', 'round']) {
      expect((await ask(`/files/${path}`, { headers: known() })).status).toBe(400);
      expect((await change({ op: 'trash', path })).status).toBe(200);
    }
    // what is outside is not written through a link either
    expect(JSON.parse((await change({ op: 'new-notebook', path: '' })).text).path).toBe('Untitled 2.ipynb');
    expect(readFileSync(join(folder, '..', 'secret.txt'), 'utf8')).toBe('secret');
  });

  test.each([
    ['GET', '/files/.hidden/a.txt', {}],
    ['GET', '/api/files?path=.hidden', {}],
    ['GET', '/api/text?path=.hidden/a.txt', {}],
    ['GET', '/api/search?path=.hidden&words=a', {}],
    ['PUT', '/api/text?path=.hidden/a.txt&version=any', {}],
    ['POST', '/api/files', { op: 'move', path: 'book.ipynb', to: '.hidden' }],
    ['POST', '/api/files', { op: 'new-file', path: '', name: '.new' }],
    ['POST', '/api/files', { op: 'trash', path: '.hidden/a.txt' }],
    ['POST', '/api/files', { op: 'rename', path: 'book.ipynb', name: '.book' }],
    ['POST', '/api/files', { op: 'new-folder', path: '', name: '.new' }],
    ['PUT', '/api/files?path=.bashrc', {}],
  ])('hidden ones are neither given nor changed: %s %s %j', async (method, path, body) => {
    mkdirSync(join(folder, '.hidden'));
    writeFileSync(join(folder, '.hidden', 'a.txt'), 'hidden');
    const sent = method === 'GET' ? {} : { body: JSON.stringify(body) };
    const { status, text } = await ask(path, { method, headers: known(), ...sent });
    expect([status, text]).toEqual([400, expect.stringMatching(/is hidden/)]);
  });

  test.each([
    ['/files/%', 400],
    ['/files/no%zz', 400],
    ['//', 404],
    [`/files/${'a'.repeat(5_000)}`, 400],
    ['/files/book.ipynb/inner', 400],
    ['/files/inner', 400],
  ])('what is malformed or missing is not our failure: %s', async (path, status) => {
    expect((await ask(path, { headers: known() })).status).toBe(status);
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"op":"bogus","path":""}',
    '{"op":"rename","path":"a"}',
    '{"op":"trash","path":1}',
  ])('nor is what is no change: %s', async (body) => {
    const { status, text } = await ask('/api/files', { method: 'POST', headers: known(), body });
    expect([status, text]).toEqual([400, expect.stringMatching(/the request is malformed/)]);
  });

  test.each([
    [{ op: 'duplicate', path: '' }],
    [{ op: 'duplicate', path: 'inner/..' }],
    [{ op: 'rename', path: '', name: 'other' }],
    [{ op: 'rename', path: 'book.ipynb', name: '../out.ipynb' }],
    [{ op: 'new-folder', path: '', name: '..' }],
    [{ op: 'trash', path: '' }],
    [{ op: 'duplicate', path: '../secret.txt' }],
  ])('no change outside of it: %j', async (body) => {
    expect((await change(body)).status).toBe(400);
  });
});
