/** The steps of the GitHub Action and the hooks of pre-commit, as their own shells run them, in a real repository. */

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { builtFile, findPackageRoot } from '../../instrument/index.ts';
import { makeFolder } from '../cli/sluice.ts';
import { notebookText } from '../difference/notebook-lines.ts';

vi.setConfig({ testTimeout: 240_000 });

interface Step {
  readonly name: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const root = findPackageRoot();
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as { runs: { steps: Step[] } };
const folder = makeFolder();
const temporary = makeFolder();
afterAll(() => {
  folder.remove();
  temporary.remove();
});

/** Runs a step as GitHub does: its inputs are in the environment. */
function runStep(name: string, inputs: Readonly<Record<string, string>>) {
  const step = action.runs.steps.find((each) => each.name === name)!;
  // a script with an expression would run what a pull request says
  expect(step.run).not.toContain('${{');
  expect(Object.keys(step.env ?? {}).sort()).toEqual(Object.keys(inputs).sort());
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run!], {
    cwd: folder.path,
    encoding: 'utf8',
    env: {
      ...process.env,
      GITHUB_ACTION_PATH: root,
      RUNNER_TEMP: temporary.path,
      GITHUB_OUTPUT: join(temporary.path, 'output'),
      GITHUB_STEP_SUMMARY: join(temporary.path, 'summary.md'),
      ...inputs,
    },
  });
}

test('each step of the action', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder.path });
  folder.write('n.ipynb', notebookText(['a: x = 1', 'b: print(x) => 1', 'c: print(totl)']));
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'x');
  folder.write('n.ipynb', notebookText(['a: x = "<b>@all</b>"', 'b: print(x) => 1', 'c: print(totl)']));

  expect(runStep('Install Sluice', {}).status).toBe(0);
  expect(runStep('Check', { SLUICE_PATHS: '.' })).toMatchObject({ status: 0 });
  const sarif = JSON.parse(readFileSync(join(temporary.path, 'sluice.sarif'), 'utf8')) as { version: string };
  expect(sarif.version).toBe('2.1.0');
  expect(readFileSync(join(temporary.path, 'output'), 'utf8')).toBe('code=1\n');
  expect(runStep('Fail on findings', { SLUICE_CODE: '1' }).status).toBe(1);
  expect(runStep('Fail on findings', { SLUICE_CODE: '0' }).status).toBe(0);
  expect(runStep('Check', { SLUICE_PATHS: 'nope.ipynb' }).status).toBe(1);

  expect(runStep('Affected outputs', { SLUICE_PATHS: '.', SLUICE_SINCE: 'HEAD' })).toMatchObject({
    status: 0,
  });
  const comment = readFileSync(join(temporary.path, 'sluice-affected.md'), 'utf8');
  expect(comment).toContain('| n.ipynb | 2 | 1 | yes | cell 1 has changed; cell 1 binds x; cell 2 reads x |');
  expect(existsSync(join(temporary.path, 'summary.md'))).toBe(true);
  const unknown = runStep('Affected outputs', { SLUICE_PATHS: '.', SLUICE_SINCE: 'no-such' });
  expect(unknown.status).not.toBe(0);
  expect(unknown.stderr).toContain('has no such revision');
});

test('the table has no Markdown of the notebook', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder.path });
  folder.write('[x](http:__y) | @all.ipynb', notebookText(['a: x = 1']));
  git('add', '-N', '.');
  const table = runStep('Affected outputs', { SLUICE_PATHS: '.', SLUICE_SINCE: 'HEAD' });
  expect(table.status).toBe(0);
  const comment = readFileSync(join(temporary.path, 'sluice-affected.md'), 'utf8');
  expect(comment).toContain('&#91;x&#93;&#40;http:&#95;&#95;y&#41; &#124; &#64;all.ipynb');
});

test('the hooks of pre-commit', () => {
  const hooks = parse(readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8')) as {
    id: string;
    entry: string;
    files: string;
  }[];
  expect(hooks.map(({ id }) => id)).toEqual(['sluice-check', 'sluice-reproduce']);
  writeFileSync(join(folder.path, 'good.ipynb'), notebookText(['a: x = 1', 'b: print(x) => 1']));
  writeFileSync(join(folder.path, 'bad.ipynb'), notebookText(['a: print(totl)']));
  const [check] = hooks;
  const run = (file: string) => {
    const [, ...args] = check!.entry.split(' ');
    const all = [builtFile('runtime/cli/main.js'), ...args, file];
    return spawnSync(process.execPath, all, { cwd: folder.path, encoding: 'utf8' });
  };
  expect(run('good.ipynb').status).toBe(0);
  expect(run('bad.ipynb')).toMatchObject({ status: 1, stdout: expect.stringContaining('totl') });
  expect(new RegExp(check!.files).test('sub/n.ipynb')).toBe(true);
});
