/** `pytest --sluice` in a real pytest: one test for each output, with the normaliser or the cause in the report. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { builtFile, findPackageRoot } from '../../instrument/index.ts';
import { makeFolder, notebookText } from '../cli/sluice.ts';
import { pytestPython } from './pytest-python.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const folder = makeFolder();
let python = '';
beforeAll(async () => {
  python = await pytestPython();
});
afterAll(() => folder.remove());

const stream = (text: string) => [{ output_type: 'stream', name: 'stdout', text }];

/** A notebook with outputs by cell. */
function write(name: string, cells: readonly (readonly [string, readonly object[]])[]): void {
  const notebook = JSON.parse(notebookText(cells.map(([source]) => source))) as {
    cells: { outputs: unknown }[];
  };
  for (const [at, [, outputs]] of cells.entries()) notebook.cells[at]!.outputs = outputs;
  folder.write(name, JSON.stringify(notebook));
}

function pytest(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return spawnSync(python, ['-m', 'pytest', '-p', 'pytest_sluice', '-p', 'no:cacheprovider', ...args], {
    cwd: folder.path,
    encoding: 'utf8',
    env: {
      ...process.env,
      PYTHONPATH: join(findPackageRoot(), 'wheel', 'sluice'),
      SLUICE_COMMAND: `'${process.execPath}' '${builtFile('runtime/cli/main.js')}'`,
      ...env,
    },
  });
}

test('outputs that come out pass, others fail with their cause', () => {
  const result = { output_type: 'execute_result', metadata: {}, execution_count: 9 };
  write('n.ipynb', [
    ['import random', []],
    ['print("same")', stream('same\n')],
    ['0.1 + 0.2', [{ ...result, data: { 'text/plain': '0.3000000000001' } }]],
    ['print(random.random())', stream('0.5\n')],
  ]);
  const { status, stdout } = pytest(['--sluice', 'n.ipynb', '-v', '--junitxml', 'report.xml']);
  expect(stdout).toMatch(/n\.ipynb::runs PASSED/);
  expect(stdout).toMatch(/n\.ipynb::cell 2 stdout PASSED/);
  expect(stdout).toMatch(/n\.ipynb::cell 3 display 1 PASSED/);
  expect(stdout).toMatch(/n\.ipynb::cell 4 stdout FAILED/);
  expect(stdout).toContain('cause (unseeded-random): cell 4 draws random numbers without a seed');
  expect(stdout).toContain('stored (stdout): 0.5');
  expect(status).toBe(1);
  const report = readFileSync(join(folder.path, 'report.xml'), 'utf8');
  expect(report).toMatch(/name="normalizers" value="[^"]*float/);
});

test('options reach sluice reproduce', () => {
  write('m.ipynb', [
    ['0.1 + 0.2', [{ output_type: 'display_data', metadata: {}, data: { 'text/plain': '0.3000001' } }]],
  ]);
  const { status } = pytest(['--sluice', 'm.ipynb', '--sluice-args', '--normalize none']);
  expect(status).toBe(1);
});

test('a notebook that cannot be read fails with the reason; without --sluice there is no test', () => {
  folder.write('broken.ipynb', '{"cells"');
  const broken = pytest(['--sluice', 'broken.ipynb']);
  expect(broken.stdout).toMatch(/broken\.ipynb.*JSON/);
  expect(broken.status).toBe(1);
  expect(pytest(['broken.ipynb']).status).not.toBe(0);
  write('m.ipynb', [['0.1', []]]);
  expect(pytest(['--sluice', 'm.ipynb'], { SLUICE_COMMAND: '', PATH: '/nowhere' }).stdout).toContain(
    '--sluice needs the command sluice',
  );
});
