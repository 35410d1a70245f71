/** The private copy of a source's folder: complete, at the same path after each renewal, refused when it is too large. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type CopyMeans, makeWorkingCopy, type Uses, type WorkingCopy } from '../../runtime/copies/index.ts';

const made: string[] = [];
const copies: WorkingCopy[] = [];
afterEach(async () => {
  for (const copy of copies.splice(0)) await copy.remove();
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

/** The note about missing files above. */
function lacks(root: string, names: string): string {
  return `of the folders above ${join(root, 'nb')}, the private copy lacks ${names}: of large folders it has only files that cells name`;
}

/** A copy without overlays. */
async function copy(
  folder: string,
  uses: Partial<Uses> = {},
  means: Partial<CopyMeans> = {},
): Promise<WorkingCopy> {
  const found = await makeWorkingCopy(
    folder,
    { parents: 0, names: new Set(), isAbsolute: false, ...uses },
    { limit: null, isRenewed: false, python: null, ...means },
  );
  copies.push(found);
  return found;
}

test('it holds what the folder holds, with its times and rights, and goes away', async () => {
  const root = makeTree({ 'a.csv': '1', 'deep/er/b.csv': '2', '.hidden/c': '3' });
  utimesSync(join(root, 'a.csv'), 1000, 2000);
  chmodSync(join(root, 'deep', 'er', 'b.csv'), 0o440);
  const { path, remove } = await copy(root);
  expect(readdirSync(path, { recursive: true }).sort()).toEqual(
    readdirSync(root, { recursive: true }).sort(),
  );
  expect(statSync(join(path, 'a.csv')).mtimeMs).toBe(2_000_000);
  expect(statSync(join(path, 'deep', 'er', 'b.csv')).mode & 0o777).toBe(0o440);
  await remove();
  expect(existsSync(path)).toBe(false);
});

test('what lies above the folder can be reached as ..', async () => {
  const root = makeTree({ 'data/a.csv': '1', 'work/notebooks/n.ipynb': '', 'work/lib.py': '2' });
  const { path, original } = await copy(join(root, 'work', 'notebooks'), { parents: 2 });
  expect(readFileSync(join(path, '..', '..', 'data', 'a.csv'), 'utf8')).toBe('1');
  expect(readFileSync(join(path, '..', 'lib.py'), 'utf8')).toBe('2');
  expect(original(`in ${path}/n.ipynb`)).toBe(`in ${join(root, 'work', 'notebooks')}/n.ipynb`);
});

test('of large folders above it has what the code names', async () => {
  const root = makeTree({ 'nb/n.ipynb': '', 'lib.py': '2', 'data/a.csv': '1', 'other/b.csv': '' });
  for (let i = 0; i < 1000; i += 1) writeFileSync(join(root, 'other', `f${i}`), '');
  const { path, notes } = await copy(join(root, 'nb'), { parents: 1, names: new Set(['lib', 'data']) });
  expect(readdirSync(join(path, '..')).sort()).toEqual(['data', 'lib.py', 'nb']);
  expect(notes).toEqual([lacks(root, 'other')]);
});

test('of large files above it says which ones are missing', async () => {
  const root = makeTree({ 'nb/n.ipynb': '', 'a.bin': '', 'b/c.csv': '', 'd.csv': '', 'e.csv': '' });
  truncateSync(join(root, 'a.bin'), 65_000_000);
  const { path, notes } = await copy(join(root, 'nb'), { parents: 1 });
  expect(readdirSync(join(path, '..'))).toEqual(['nb']);
  expect(notes).toEqual([lacks(root, 'a.bin, b, d.csv and 1 more')]);
});

test('a large folder of its own does not keep small ones above away', async () => {
  const root = makeTree({ 'nb/n.ipynb': '', 'lib.py': '2' });
  for (let i = 0; i < 1100; i += 1) writeFileSync(join(root, 'nb', `f${i}`), '');
  const { path, notes } = await copy(join(root, 'nb'), { parents: 1 });
  expect(readFileSync(join(path, '..', 'lib.py'), 'utf8')).toBe('2');
  expect(notes).toEqual([]);
});

test('folders of tools are there when the code names them', async () => {
  const root = makeTree({
    'venv/pyvenv.cfg': '',
    'node_modules/x/index.js': '',
    'pkg/__pycache__/m.pyc': '',
  });
  expect(readdirSync((await copy(root)).path)).toEqual(['pkg']);
  expect(readdirSync((await copy(root, { names: new Set(['venv']) })).path)).toEqual(['pkg', 'venv']);
});

test('it can be put back under the same path, also after folders were closed to everybody', async () => {
  const root = makeTree({ 'a.csv': '1', 'sub/b.csv': '2' });
  const { path, renew } = await copy(root, {}, { isRenewed: true });
  writeFileSync(join(path, 'a.csv'), 'changed');
  writeFileSync(join(path, 'new'), '');
  chmodSync(join(path, 'sub'), 0o000);
  writeFileSync(join(root, 'a.csv'), 'changed meanwhile');
  await renew();
  expect(readdirSync(path)).toEqual(['a.csv', 'sub']);
  expect(readFileSync(join(path, 'a.csv'), 'utf8')).toBe('1');
  expect(readFileSync(join(path, 'sub', 'b.csv'), 'utf8')).toBe('2');
});

test('sockets, pipes and devices are left out', async () => {
  const root = makeTree({ 'a.csv': '1' });
  execFileSync('mkfifo', [join(root, 'pipe')]);
  expect(readdirSync((await copy(root)).path)).toEqual(['a.csv']);
});

test('a folder that is too large is refused, with what is large in it and what can be done', async () => {
  const root = makeTree({ 'a.csv': '1', 'data/big.bin': '' });
  truncateSync(join(root, 'data', 'big.bin'), 1_200_000_000);
  await expect(copy(root)).rejects.toThrow(
    `no private copy of ${root} can be made: it holds 1.2 GB in 4 files and folders (data/ 1.2 GB, a.csv 1 bytes), ` +
      'at most 1.0 GB is copied, and no overlay can be had (the kernels run on a server of yours); --copy-limit 2G ' +
      'copies it all the same, --in-place runs the cells in the folder itself, which they can then change',
  );
  await expect(copy(root, {}, { limit: 1e6 })).rejects.toThrow('at most 1.0 MB is copied');
});

test('of folders above that are too large it has nothing', async () => {
  const root = makeTree({ 'nb/n.ipynb': '', 'data/big.bin': '' });
  truncateSync(join(root, 'data', 'big.bin'), 1_200_000_000);
  const { path, notes } = await copy(join(root, 'nb'), { parents: 1, names: new Set(['data']) });
  expect(readdirSync(join(path, '..'))).toEqual(['nb']);
  expect(notes).toEqual([lacks(root, 'data')]);
});

test('a folder is copied whatever it is called', async () => {
  const root = makeTree({ 'node_modules/n.ipynb': '', 'a.csv': '' });
  const { path } = await copy(join(root, 'node_modules'), { parents: 1 });
  expect(readdirSync(path)).toEqual(['n.ipynb']);
});

test('a limit lets it be copied', async () => {
  const root = makeTree({ 'a.csv': '12345' });
  for (let i = 0; i < 3001; i += 1) writeFileSync(join(root, `f${i}`), '');
  const { path } = await copy(root, {}, { limit: 1e6 });
  expect(readdirSync(path)).toHaveLength(3002);
  expect(lstatSync(join(path, 'a.csv')).isSymbolicLink()).toBe(false);
});
