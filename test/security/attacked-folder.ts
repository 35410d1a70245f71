/**
 * A typical folder of notebooks, with links out of it and a git repository; every change of the folder shows. It asserts nothing.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** The folder of the notebooks, and its surroundings. */
export interface AttackedFolder {
  readonly path: string;
  write(name: string, text: string): string;
  /** Everything in and around it: contents, links, rights, times. */
  state(): Record<string, string>;
  remove(): void;
}

/** More than is copied when there are overlays. */
const LARGE = 300_000_000;

/** Makes the folder. `isLarge`: too large for an instant copy. */
export function attackedFolder({ isLarge }: { readonly isLarge: boolean }): AttackedFolder {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'attacked-')));
  const path = join(base, 'project');
  const write = (name: string, text: string): string => {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  for (const name of ['a.csv', 'sub/b.csv', 'sub/deep/c.csv', '.hidden/d.csv', '../above.csv'])
    write(name, name);
  for (const name of ['../outside/e.csv', '../outside/more/f.csv', '../other/g.csv']) write(name, name);
  linkSync(join(path, 'a.csv'), join(path, 'hard.csv'));
  symlinkSync('sub/b.csv', join(path, 'inner'));
  symlinkSync(join(path, 'a.csv'), join(path, 'absolute'));
  symlinkSync(join(base, 'outside', 'e.csv'), join(path, 'file-outside'));
  symlinkSync('../outside/more', join(path, 'folder-outside'));
  symlinkSync('../outside/new.csv', join(path, 'dangling'));
  symlinkSync('..', join(path, 'sub', 'up'));
  symlinkSync('../../../other', join(path, 'sub', 'deep', 'other'));
  symlinkSync(base, join(path, 'everything'));
  if (isLarge) {
    write('large.bin', '');
    truncateSync(join(path, 'large.bin'), LARGE);
  }
  const git = (cwd: string, ...args: string[]): Buffer => execFileSync('git', args, { cwd });
  git(path, 'init', '-q');
  for (const [key, value] of [
    ['user.email', 'a@b.c'],
    ['user.name', 'A'],
  ] as const)
    git(path, 'config', key, value);
  git(path, 'add', 'a.csv', 'sub/b.csv');
  git(path, 'commit', '-qm', 'first');
  git(path, 'worktree', 'add', '-q', join(path, 'tree'));
  return {
    path,
    write,
    state: () => stateOf(base),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

function stateOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  // (with types, the walk does not follow links to folders)
  for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(parentPath, name);
    const { mode, size, mtimeMs, nlink } = lstatSync(file);
    found[relative(folder, file)] = [mode, size, mtimeMs, nlink, contentOf(file, mode, size)].join(' ');
  }
  return found;
}

function contentOf(file: string, mode: number, size: number): string {
  if (lstatSync(file).isSymbolicLink()) return readlinkSync(file);
  // the large one is empty space, and its size and time tell
  if (lstatSync(file).isDirectory() || size === LARGE) return '';
  return createHash('sha256').update(`${mode}`).update(readFileSync(file)).digest('hex');
}

/** Cells that change everything within reach of relative paths. Their output shows success: `True` each time. */
export const ATTACKS: readonly string[] = [
  `import os, shutil, subprocess
def shell(line): return subprocess.run(line, shell=True, capture_output=True, text=True)
def grow(path):
    before = os.path.getsize(path)
    with open(path, 'ab') as file: file.write(b'attack')
    return os.path.getsize(path) == before + 6`,
  `print(*[grow(path) for path in ['a.csv', 'sub/b.csv', '.hidden/d.csv', 'hard.csv', 'inner', 'absolute',
    'file-outside', 'folder-outside/f.csv', 'sub/up/a.csv', 'sub/deep/other/g.csv']])
print(not os.path.exists('large.bin') or grow('large.bin'))`,
  `for path in ['dangling', 'folder-outside/made.csv', 'everything/made.csv', '../made.csv']:
    try:
        open(path, 'w').close()
    except OSError:
        pass
os.chmod('a.csv', 0o600); os.utime('sub/b.csv', (1, 1)); os.truncate('sub/deep/c.csv', 1)`,
  `print('first' in shell('git log').stdout, shell('git commit -qam second').returncode == 0)
print('second' in shell('git log').stdout, shell('git gc -q --prune=now').returncode == 0)
print('first' in shell('git -C tree log').stdout, shell('git -C tree commit -q --allow-empty -m third').returncode == 0)`,
  `os.rename('hard.csv', 'renamed.csv'); os.remove('a.csv'); shutil.move('sub/deep', 'moved')
for path in ['sub', '.hidden', '.git', 'tree']:
    shutil.rmtree(path)
print(not os.path.exists('sub'), os.path.exists('moved/c.csv'))
for folder in ['folder-outside', 'everything']:
    for name in os.listdir(folder) if os.path.isdir(folder) else []:
        path = os.path.join(folder, name)
        if name == 'project': continue
        shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.remove(path)
for path in os.listdir('.'):
    if not os.path.isdir(path) or os.path.islink(path): os.remove(path)
print(1 + 1)`,
];
