/** `sluice check` as a person runs it: folders, settings, ignores, fixes, formats, exit codes, bad input. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { parseCommand } from '../../runtime/cli/arguments.ts';
import { makeFolder, notebookText, sluice, sluiceJson } from './sluice.ts';

// (each starts processes, which a busy machine takes its time for)
vi.setConfig({ testTimeout: 120_000 });

const folder = makeFolder();
afterAll(() => folder.remove());

interface Found {
  readonly type: string;
  readonly file: string;
  readonly code: string;
  readonly message: string;
}

const codesIn = (lines: readonly Found[]) =>
  lines.filter(({ type }) => type === 'finding').map(({ code }) => code);

/** A notebook with a title and an end, in a file with a good name. */
function write(name: string, sources: readonly string[]): string {
  const notebook = JSON.parse(notebookText(sources)) as { cells: object[] };
  const prose = (id: string) => ({ cell_type: 'markdown', id, metadata: {}, source: 'Words' });
  notebook.cells = [prose('top'), ...notebook.cells, prose('end')];
  return folder.write(name, `${JSON.stringify(notebook, null, 1)}\n`);
}

test('a folder: findings of all notebooks, those of other languages left out, broken ones told', async () => {
  write('all/first.ipynb', ['print(totl)']);
  write('all/sub/second.ipynb', ['x = 1\nx']);
  write('all/.ipynb_checkpoints/third.ipynb', ['print(totl)']);
  folder.write('all/broken.ipynb', '{"cells": [');
  folder.write(
    'all/julia.ipynb',
    '{"cells": [], "metadata": {"kernelspec": {"name": "julia", "language": "julia"}}, "nbformat": 4, "nbformat_minor": 5}',
  );
  const found = await sluiceJson<Found>(['check', 'all'], 1, { cwd: folder.path });
  expect(found).toMatchObject([
    { type: 'unreadable', file: join('all', 'broken.ipynb') },
    {
      type: 'finding',
      file: join('all', 'first.ipynb'),
      code: 'undefined-name',
      index: 1,
      line: 1,
      column: 7,
      severity: 'error',
      fix: null,
      confirmed: null,
    },
    { type: 'summary', notebooks: 2, skipped: 1, unreadable: 1, errors: 1, warnings: 0 },
  ]);
});

test('nothing found: exit code 0, and it says so', async () => {
  const path = write('good.ipynb', ['x = 1\nx']);
  const run = await sluice(['check', path]);
  expect(run).toMatchObject({ code: 0, stdout: 'nothing found in 1 notebook\n', stderr: '' });
});

test('select, ignore and phase', async () => {
  const path = write('choice.ipynb', ['print(totl)', 'import os', '', "open('/home/me/x')"]);
  const found = await sluiceJson<Found>(['check', path, '--select', 'c,p1', '--ignore', 'absolute-path'], 0);
  expect(codesIn(found)).toEqual(['c3']);
  const exploring = await sluiceJson<Found>(['check', path, '--phase', 'explore'], 1);
  expect(codesIn(exploring)).toEqual(['undefined-name']);
});

test('settings of a project, and what a notebook asks to leave out', async () => {
  const quiet = makeFolder();
  quiet.write(
    'pyproject.toml',
    '[tool.sluice]\nignore = ["c", "i2"]\n[tool.sluice.per-file-ignores]\n"drafts/*" = ["t2"]\n',
  );
  quiet.write(
    'drafts/Untitled.ipynb',
    notebookText(['print(a)  # sluice: ignore[undefined-name]', 'print(b)']),
  );
  quiet.write('Untitled.ipynb', notebookText(['# sluice: ignore-file[undefined-name]', 'print(c)']));
  const found = await sluiceJson<Found>(['check', quiet.path], 1);
  expect(found.filter(({ type }) => type === 'finding')).toMatchObject([
    { code: 't2' },
    { code: 'undefined-name', index: 2 },
  ]);
  quiet.remove();
});

test('--diff shows, --fix saves what holds and keeps the rest of the file', async () => {
  const cells = ['import os', 'print(os.sep)', '', 'import json\nprint(json.dumps(1))'];
  const path = write('fixes.ipynb', cells);
  const before = readFileSync(path, 'utf8');
  const options = ['check', path, '--select', 'c3,i1'];
  const shown = await sluice([...options, '--diff']);
  expect(shown.stdout).toContain('+import json\n');
  expect(readFileSync(path, 'utf8')).toBe(before);
  const saved = await sluice([...options, '--fix']);
  expect(saved).toMatchObject({ code: 0, stderr: '' });
  expect(saved.stdout).toContain('-import json\n');
  expect(saved.stdout).toContain('nothing found in 1 notebook; 2 mended');
  const after = JSON.parse(readFileSync(path, 'utf8')) as { cells: { id: string; source: string[] }[] };
  expect(after.cells.map(({ id, source }) => [id, [source].flat().join('')])).toEqual([
    ['top', 'Words'],
    ['c1', 'import os\nimport json'],
    ['c2', 'print(os.sep)'],
    ['c4', 'print(json.dumps(1))'],
    ['end', 'Words'],
  ]);
  expect((await sluice(options)).stdout).toBe('nothing found in 1 notebook\n');
});

test('sessions: what the log tells', async () => {
  const events = [
    { type: 'run', cell: 'a', source: 'x = 1' },
    { type: 'run', cell: 'b', source: 'print(x)' },
    { type: 'delete', cell: 'a' },
  ];
  const path = folder.write('session.jsonl', events.map((event) => JSON.stringify(event)).join('\n'));
  const found = await sluiceJson<Found>(['check', path, '--select', 'h5'], 1);
  expect(found).toMatchObject([{ code: 'h5', cell: 'b', index: 1, line: 1 }, { type: 'summary' }]);
});

test('SARIF comes whole', async () => {
  const path = write('formats.ipynb', ['print(totl)']);
  const sarif = await sluice(['check', path, '--format', 'sarif'], { cwd: folder.path });
  const log = JSON.parse(sarif.stdout) as { runs: { results: object[] }[] };
  const artifactLocation = { uri: 'formats.ipynb' };
  expect(log.runs[0]?.results).toMatchObject([
    { ruleId: 'undefined-name', locations: [{ physicalLocation: { artifactLocation } }] },
  ]);
});

const SCREEN = ['import json', 'print(totl)', '', '', "open('/home/me/x')"];

test('the first screen: a heading, the gravest first, a line for the notes of a rule, and what makes it shorter', async () => {
  write('screen.ipynb', SCREEN);
  const args = ['check', 'screen.ipynb', '--select', 'c3,p1,undefined-name'];
  const run = await sluice(args, { cwd: folder.path });
  expect(run.stdout).toBe(
    `screen.ipynb
  cell 2, line 1: error: undefined-name: no cell defines totl; define it in a cell above
     1 | print(totl)
       |       ^^^^

  cell 5, line 1: warning: absolute-path: /home/me/x is on this machine only; use a path relative to the notebook
     1 | open('/home/me/x')
       |       ^^^^^^^^^^

  note: empty-cell ×2, cells 3, 4 (--fix: 2 changes)

1 error, 1 warning, 2 notes in 1 notebook
all notes: --verbose
`,
  );
  const all = await sluice([...args, '--verbose'], { cwd: folder.path });
  expect(all.stdout.match(/note: empty-cell: /g)).toHaveLength(2);
  const plain = await sluice(['check', 'screen.ipynb'], { cwd: folder.path });
  expect(plain.stdout).toContain('less: --phase explore');
  expect(plain.stdout).toContain('form in full: --phase share');
});

test('the text has one line for the form of a notebook, the other formats and phases have all of it', async () => {
  write('form.ipynb', ['x = 1', '', 'print(x)']);
  const told = async (...args: string[]) =>
    (await sluice(['check', 'form.ipynb', ...args], { cwd: folder.path })).stdout;
  expect(await told()).toMatch(/^ {2}form: .*empty-cell ×1/m);
  expect(await told('--json')).toContain('"c3"');
  expect(await told('--phase', 'explore')).not.toContain('empty-cell');
  expect(await told('--phase', 'review')).not.toContain('empty-cell');
  expect(await told('--phase', 'share')).toContain('note: empty-cell');
  expect(await told('--select', 'c3')).toContain('note: empty-cell');
});

test('--statistics: only the counts of rules', async () => {
  const path = write('counts.ipynb', SCREEN);
  const run = await sluice(['check', path, '--statistics', '--select', 'c3,p1']);
  expect(run.stdout).toMatch(/^ +1 {2}warning {2}absolute-path .*\n +2 {2}note .*empty-cell .*\n0 errors/);
  const counts = await sluiceJson<Found>(['check', path, '--statistics', '--json', '--select', 'c3'], 0);
  expect(counts).toMatchObject([
    { type: 'statistic', code: 'c3', name: 'empty-cell', severity: 'info', count: 2, notebooks: 1 },
    { type: 'summary', infos: 2 },
  ]);
});

test('--format junit: a suite for each notebook, a failure for each error and warning', async () => {
  write('junit.ipynb', SCREEN);
  const args = ['check', 'junit.ipynb', 'good.ipynb', '--format', 'junit', '--select', 'c3,undefined-name'];
  write('good.ipynb', ['x = 1\nx']);
  const { stdout, code } = await sluice(args, { cwd: folder.path });
  expect(code).toBe(1);
  expect(stdout).toContain('<testsuite name="junit.ipynb" tests="1" failures="1" errors="0" skipped="0">');
  expect(stdout).toContain('<failure type="error" message="no cell defines totl');
  expect(stdout).toContain('<testsuite name="good.ipynb" tests="1" failures="0"');
  expect(stdout).toMatch(/^<\?xml .*<\/testsuites>\n$/s);
});

test('--baseline: known findings are left out, also when their cells move; new ones fail', async () => {
  const path = write('known.ipynb', SCREEN);
  const baseline = join(folder.path, 'known.json');
  const env = { CI: '' };
  const args = ['check', path, '--select', 'c3,undefined-name', '--baseline', baseline];
  const inCi = await sluice(args, { env: { CI: 'true' } });
  expect(inCi).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no baseline') });
  const first = await sluice(args, { env });
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('saved 3 findings as known in') });
  write('known.ipynb', ['y = 1', ...SCREEN]);
  const same = await sluice(args, { env: { CI: 'true' } });
  expect(same).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('3 findings of the baseline left out'),
  });
  write('known.ipynb', [...SCREEN, 'print(totl)', 'print(other)']);
  const more = await sluiceJson<Found>([...args, '--json'], 1, { env });
  expect(more.map(({ message }) => message)).toMatchObject(
    [/totl/, /other/, undefined].map((text) => (text === undefined ? text : expect.stringMatching(text))),
  );
  write('known.ipynb', ['x = 1']);
  const less = await sluice(args, { env });
  expect(less).toMatchObject({ code: 0, stderr: expect.stringContaining('3 findings of') });
  folder.write('broken.json', '{"version": 2}');
  const broken = await sluice(['check', path, '--baseline', join(folder.path, 'broken.json')], { env });
  expect(broken).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is no baseline of sluice check'),
  });
});

test('wrong usage, a mistake in settings, a file that is not there: one line, exit code 2', async () => {
  const wrong = makeFolder({ 'sluice.toml': 'ignor = ["c1"]', 'a.ipynb': notebookText(['x']) });
  const runs = await Promise.all([
    sluice(['check', wrong.path, '--server', 'http://x']),
    sluice(['check', wrong.path]),
    sluice(['check', 'nowhere.ipynb'], { cwd: folder.path }),
  ]);
  const says = ['has no option --server', 'sluice.toml:1:1: there is no setting ignor', 'no such file'];
  runs.forEach(({ code, stderr }, at) => {
    expect(code).toBe(2);
    expect(stderr).toContain(says[at]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
  wrong.remove();
});

test.each([
  [['check'], 'needs a file or folder'],
  [['check', '.', '--select', 'c9'], 'there is no rule c9'],
  [['check', '.', '--phase', 'late'], '--phase is explore, review or share'],
  [['check', '.', '--yes'], '--yes belongs to --fix'],
  [['check', '.', '--json', '--format', 'sarif'], 'cannot both be'],
  [['check', '.', '--statistics', '--format', 'sarif'], '--statistics is text or --json'],
  [['check', '.', '--verbose', '--json'], '--verbose belongs to the text'],
])('arguments that are refused: %j', async (args, says) => {
  await expect(parseCommand(args)).rejects.toThrow(says);
});

test('contracts of settings: rows as evidence, places of mistakes, exit codes', async () => {
  write('contracts/book.ipynb', ['x = 1', 'open("out.txt", "w")']);
  const query = "SELECT cell, line, path FROM files WHERE does = 'writes'";
  folder.write(
    'contracts/sluice.toml',
    `[contracts.no-files]\nquery = "${query}"\nmessage = "{path} is written"\n`,
  );
  const args = ['check', 'contracts', '--select', 'contract'];
  const [found] = await sluiceJson<Found>(args, 1, { cwd: folder.path });
  expect(found).toMatchObject({
    code: 'contract',
    index: 2,
    line: 1,
    message: 'no-files: out.txt is written',
    evidence: expect.stringContaining('path = out.txt'),
  });
  const { stdout } = await sluice(args, { cwd: folder.path });
  expect(stdout).toContain('       | ^^^^^^^^^^^^^^^^^^^^\n    cell = ');
  folder.write('contracts/sluice.toml', '[contracts.no-files]\nquery = "SELECT * FROM fils"\n');
  const wrong = await sluice(['check', join('contracts', 'book.ipynb')], { cwd: folder.path });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('sluice.toml:2:24: the query of the contract no-files: no such table: fils');
});

test('a fix that was killed while it saved leaves nothing behind for long', async () => {
  const path = write('killed/left-behind.ipynb', ['import os', 'x = 1', 'import sys\nprint(x, os, sys)']);
  // no process has this number
  const left = folder.write('killed/.left-behind.ipynb.4194305-abcdefgh.tmp', '{');
  await sluice(['check', path, '--fix', '--yes']);
  expect(existsSync(left)).toBe(false);
});
