/** `sluice reproduce` for build servers: JUnit, annotations, and a file of known differences. */

import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, sluice } from '../../cli/sluice.ts';

const folder = makeFolder();
afterAll(() => folder.remove());

const CODE = (source: string, count: number, text: string) => ({
  cell_type: 'code',
  id: `c${count}`,
  metadata: {},
  execution_count: count,
  source,
  outputs: [{ output_type: 'stream', name: 'stdout', text }],
});

test('a differing cell fails in all formats, and not once it is known', async () => {
  const cells = [CODE('print(1)', 1, '1\n'), CODE('print(2)', 2, '3\n')];
  const path = folder.write(
    'a.ipynb',
    JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }),
  );
  const run = (...args: string[]) =>
    sluice(['reproduce', path, ...args], { cwd: folder.path, env: { CI: '' } });
  const junit = await run('--format', 'junit');
  expect(junit.code).toBe(1);
  expect(junit.stdout).toContain('tests="2" failures="1"');
  expect(junit.stdout).toMatch(/<testcase classname="[^"]*a\.ipynb" name="cell 2">\n +<failure type="/);
  const github = await run('--format', 'github');
  expect(github.stdout).toMatch(/^::warning file=.*a\.ipynb,line=1,title=Sluice [\w-]+::cell 2 different: /);
  const baseline = join(folder.path, 'known.json');
  const first = await run('--baseline', baseline);
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('saved 1 difference as known') });
  const second = await run('--baseline', baseline);
  expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining('1 difference of') });
}, 240_000);

test('one cause is one line, with all the cells that it reaches', async () => {
  const sources = ["ll = open('/home/ann/prices.csv').read()", 'print(len(ll))', 'll', 'print(1)'];
  const cells = sources.map((source, i) => CODE(source, i + 1, '1\n'));
  const path = folder.write(
    'causes.ipynb',
    JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }),
  );
  const { stdout } = await sluice(['reproduce', path], { cwd: folder.path });
  expect(stdout).toContain('cell 1 fails: absolute-path → 3 cells (1 to 3): it names a place');
}, 120_000);
