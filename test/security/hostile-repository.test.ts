/** A foreign git repository around a notebook: a request for a date starts none of the programs in the repository's settings. */

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, realpathSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeSince } from '../../runtime/affected/index.ts';
import { parseNotebook, readNotebook } from '../../runtime/documents/index.ts';
import { notebookDate } from '../../runtime/research/environments/index.ts';
import { type Folder, makeFolder } from '../cli/sluice.ts';
import { savedNotebook } from '../research/reproduce/saved-notebook.ts';

let folder: Folder;
let note: string;

beforeEach(() => {
  folder = makeFolder({ 'x.ipynb': savedNotebook([['print(1)', '1\n']]) });
  note = join(folder.path, 'SPRUNG');
});
afterEach(() => folder.remove());

function git(args: readonly string[], input = ''): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  return execFileSync('git', ['-C', folder.path, ...who, ...args], { input, encoding: 'utf8' }).trim();
}

/** A repository with a signed commit, and settings that name a program for everything. */
function makeRepository(): void {
  git(['init', '-q', '-b', 'main']);
  git(['add', 'x.ipynb']);
  const tree = git(['write-tree']);
  const who = 'a <a@b> 1500000000 +0000';
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n aaaa\n -----END PGP SIGNATURE-----';
  const commit = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n${signature}\n\none\n`;
  const hash = git(['hash-object', '-t', 'commit', '-w', '--stdin'], commit);
  git(['update-ref', 'refs/heads/main', hash]);
  const program = folder.write('evil.sh', `#!/bin/sh\necho sprung >> ${JSON.stringify(note)}\n`);
  chmodSync(program, 0o755);
  git(['config', 'log.showSignature', 'true']);
  for (const key of ['gpg.program', 'core.fsmonitor', 'diff.external', 'core.pager', 'core.sshCommand'])
    git(['config', key, program]);
}

test('settings of the repository start no program', async () => {
  makeRepository();
  const path = join(folder.path, 'x.ipynb');
  expect(await notebookDate(readNotebook(path), path)).toEqual({ day: '2017-07-14', by: 'git history' });
  expect(existsSync(note)).toBe(false);
});

test('asking for changes starts no program either', async () => {
  makeRepository();
  const program = join(folder.path, 'evil.sh');
  for (const key of [
    'filter.f.clean',
    'filter.f.process',
    'filter.f.smudge',
    'diff.d.textconv',
    'diff.d.command',
  ])
    git(['config', key, program]);
  git(['config', 'filter.f.required', 'true']);
  folder.write('.gitattributes', '* filter=f diff=d\n');
  folder.write('x.ipynb', savedNotebook([['print(2)', '1\n']]));
  const { changed, before } = await changeSince(folder.path, 'HEAD');
  expect([...changed]).toContain(realpathSync(join(folder.path, 'x.ipynb')));
  expect(await before(realpathSync(join(folder.path, 'x.ipynb')))).toContain('print(1)');
  expect(existsSync(note)).toBe(false);
});

test('a repository without a work tree among the files is none', async () => {
  makeRepository();
  const inner = join(folder.path, 'inner');
  renameSync(join(folder.path, '.git'), inner);
  mkdirSync(join(inner, 'books'), { recursive: true });
  const path = folder.write('inner/x.ipynb', savedNotebook([['print(1)', '1\n']]));
  const { by } = await notebookDate(parseNotebook(savedNotebook([['1', null]]), path), path);
  expect(by).toBe('file time');
  expect(existsSync(note)).toBe(false);
});
