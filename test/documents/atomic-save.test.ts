import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveAtomically } from '../../runtime/documents/index.ts';

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  return { ...real, fsyncSync: vi.fn(real.fsyncSync) };
});

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'sluice-save-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

test('a new file, and one replaced with its mode kept', () => {
  const path = join(folder, 'a.ipynb');
  saveAtomically(path, 'one\r\n');
  expect(fs.readFileSync(path, 'utf8')).toBe('one\r\n');
  fs.chmodSync(path, 0o640);
  saveAtomically(path, 'é');
  expect(fs.readFileSync(path, 'utf8')).toBe('é');
  expect(fs.statSync(path).mode & 0o777).toBe(0o640);
  expect(fs.readdirSync(folder)).toEqual(['a.ipynb']);
});

test('symbolic links are followed, also to a file that is not there yet', () => {
  fs.mkdirSync(join(folder, 'real'));
  fs.writeFileSync(join(folder, 'real', 'a'), 'old');
  fs.symlinkSync(join('real', 'a'), join(folder, 'link'));
  fs.symlinkSync('link', join(folder, 'link2'));
  fs.symlinkSync(join('real', 'new'), join(folder, 'dangling'));
  saveAtomically(join(folder, 'link2'), 'new');
  saveAtomically(join(folder, 'dangling'), 'made');
  expect(fs.lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
  expect(fs.readFileSync(join(folder, 'real', 'a'), 'utf8')).toBe('new');
  expect(fs.readFileSync(join(folder, 'real', 'new'), 'utf8')).toBe('made');
  expect(fs.readdirSync(join(folder, 'real')).sort()).toEqual(['a', 'new']);
});

test('a failure leaves the old content and nothing beside it', () => {
  const path = join(folder, 'a');
  fs.writeFileSync(path, 'old');
  vi.mocked(fs.fsyncSync).mockImplementationOnce(() => {
    throw Object.assign(new Error('x'), { code: 'ENOSPC' });
  });
  expect(() => saveAtomically(path, 'new')).toThrow(/^cannot save .*: the disk is full; free some space$/);
  expect(fs.readFileSync(path, 'utf8')).toBe('old');
  expect(fs.readdirSync(folder)).toEqual(['a']);
});

test('a missing folder, a directory, and links in a circle are one clear line', () => {
  expect(() => saveAtomically(join(folder, 'no', 'a'), 'x')).toThrow(/^cannot save .*no such file or folder/);
  expect(() => saveAtomically(folder, 'x')).toThrow(/is a directory; name a file$/);
  fs.symlinkSync('b', join(folder, 'a'));
  fs.symlinkSync('a', join(folder, 'b'));
  expect(() => saveAtomically(join(folder, 'a'), 'x')).toThrow(/links go in a circle/);
  expect(fs.readdirSync(folder).sort()).toEqual(['a', 'b']);
});

test('a device is written to, not replaced', () => {
  saveAtomically('/dev/null', 'x');
  expect(fs.statSync('/dev/null').isCharacterDevice()).toBe(true);
});
