/** The private copy of a source's folder: complete where it matters, bounded everywhere. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { copyFolder, type WorkingCopy } from '../../runtime/session/index.ts';

const made: string[] = [];
const copies: WorkingCopy[] = [];
afterEach(() => {
  for (const copy of copies.splice(0)) copy.remove();
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

function makeTree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'copy-test-'));
  made.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

function copy(folder: string, parents = 0, names: readonly string[] = []): WorkingCopy {
  const found = copyFolder(folder, { parents, names: new Set(names) });
  copies.push(found);
  return found;
}

const isLink = (path: string): boolean => lstatSync(path).isSymbolicLink();

test('writing to the copy changes nothing of the original, and it goes away', () => {
  const root = makeTree({ 'a.csv': '1', 'deep/er/b.csv': '2' });
  const { path, remove } = copy(root);
  writeFileSync(join(path, 'a.csv'), 'changed');
  writeFileSync(join(path, 'deep', 'er', 'b.csv'), 'changed');
  expect(readFileSync(join(root, 'a.csv'), 'utf8')).toBe('1');
  expect(readFileSync(join(root, 'deep', 'er', 'b.csv'), 'utf8')).toBe('2');
  remove();
  expect(existsSync(path)).toBe(false);
});

test('what lies above the folder can be reached as ..', () => {
  const root = makeTree({ 'data/a.csv': '1', 'work/notebooks/n.ipynb': '', 'work/lib.py': '2' });
  const { path, original } = copy(join(root, 'work', 'notebooks'), 2);
  expect(readFileSync(join(path, '..', '..', 'data', 'a.csv'), 'utf8')).toBe('1');
  expect(readFileSync(join(path, '..', 'lib.py'), 'utf8')).toBe('2');
  writeFileSync(join(path, '..', 'lib.py'), 'changed');
  expect(readFileSync(join(root, 'work', 'lib.py'), 'utf8')).toBe('2');
  expect(original(`in ${path}/n.ipynb`)).toBe(`in ${join(root, 'work', 'notebooks')}/n.ipynb`);
});

test('large files and folders of tools are links; only the former are counted', () => {
  const root = makeTree({ 'big.bin': '', 'node_modules/x/index.js': '', '.git/HEAD': '' });
  truncateSync(join(root, 'big.bin'), 17 * 1024 * 1024);
  symlinkSync('nowhere', join(root, 'broken'));
  const { path, linked } = copy(root);
  expect(['big.bin', 'node_modules', '.git', 'broken'].map((name) => isLink(join(path, name)))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(linked).toBe(1);
});

test('a second copy takes the place of a used one, under the same path', () => {
  const root = makeTree({ 'a.csv': '1' });
  const [used, pristine] = [copy(root), copy(root)];
  writeFileSync(join(used.path, 'a.csv'), 'changed');
  pristine.replace(used);
  expect(readFileSync(join(used.path, 'a.csv'), 'utf8')).toBe('1');
});

describe('it takes less than a second of the processor for a huge folder', () => {
  const timed = (folder: string): WorkingCopy => {
    const before = process.cpuUsage();
    const found = copy(folder, 0, ['z.csv']);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
    return found;
  };

  test('thousands of entries, but what the code names is a copy', () => {
    const root = makeTree({ 'a.csv': '1', 'z.csv': '2' });
    for (let i = 0; i < 12_000; i += 1) writeFileSync(join(root, `f${i}`), '');
    const { path, linked, missing } = timed(root);
    expect(isLink(join(path, 'z.csv'))).toBe(false); // the code names it
    expect(linked).toBeGreaterThan(0);
    expect(readdirSync(path)).toHaveLength(12_002 - missing);
  }, 30_000);

  test('sockets, pipes and devices are left out', () => {
    const root = makeTree({ 'a.csv': '1' });
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const { path } = timed(root);
    expect(existsSync(join(path, 'pipe'))).toBe(false);
  });

  test.each(['/', tmpdir(), homedir()])('%s', (folder) => {
    timed(folder);
  });
});
