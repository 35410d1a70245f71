/**
 * The wheel and the npm package, installed into empty environments from nothing but the registries, and used as a person would. The
 * installation takes minutes, so this runs every third day.
 */
import { execFile } from 'node:child_process';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { findPython } from '../../runtime/python/index.ts';
import { makeFolder } from '../cli/sluice.ts';
import { Sample } from '../harness/sample.ts';

const run = promisify(execFile);
const root = findPackageRoot();
const { buildWheel } = await import(join(root, 'scripts', 'wheel.mjs'));
const { npmCommand } = await import(join(root, 'scripts', 'npm-packages.mjs'));
const folder = makeFolder();
const venv = join(folder.path, 'venv');
const at = (name: string) => join(venv, 'bin', name);
/** Nothing of this machine's Sluice: its environments would hide that the wheel lacks something. */
const OTHERS = ['SLUICE_PYTHON', 'VIRTUAL_ENV', 'CONDA_PREFIX', 'PYTHONDONTWRITEBYTECODE'];
const inherited = Object.entries(process.env).filter(([name]) => !OTHERS.includes(name));
const env = { ...Object.fromEntries(inherited), SLUICE_HOME: join(folder.path, 'home') };
const SCRIPT = ['gather', join(root, 'samples', 'regression.ipynb'), '--cell', 'result', '--verify'];
let wheel = '';
const isToday = Sample.ofRun().has('wheel', 3);

beforeAll(async () => {
  if (!isToday) return;
  wheel = await buildWheel(root, folder.path);
  await run((await findPython()).path, ['-m', 'venv', venv]);
  // (pip would compile 3000 files, of which the sample imports a third)
  const install = ['-m', 'pip', 'install', '--quiet', '--no-compile', `${wheel}[samples]`];
  await run(at('python'), install, { env });
}, 900_000);
afterAll(() => folder.remove(), 120_000);

describe.skipIf(!isToday)('the wheel', () => {
  test('has at most 10 MB, and verifies a script in its own environment', { timeout: 400_000 }, async () => {
    expect(statSync(wheel).size).toBeLessThan(10_000_000);
    const { stdout } = await run(at('sluice'), SCRIPT, { env });
    expect(stdout).toMatch(/^# verified: /m);
    // no environment was made
    expect(readdirSync(env.SLUICE_HOME).filter((name) => name.startsWith('python-'))).toEqual([]);
  });

  test('brings the extension of JupyterLab', () => {
    const extension = join(venv, 'share', 'jupyter', 'labextensions', 'sluice-jupyterlab');
    expect(readdirSync(extension).sort()).toEqual(['install.json', 'package.json', 'static']);
  });

  test('gives %sluice to a stock kernel with %load_ext', { timeout: 90_000 }, async () => {
    const script = join(root, 'test', 'companion', 'front_end.py');
    const { stdout } = await run(at('python'), ['-W', 'ignore', script, 'extension', 'python3'], { env });
    expect(JSON.parse(stdout)).toMatchObject({
      loaded: '',
      after: { cell: 'b', exec: 2, guarantee: 'not-guaranteed', parents: [1] },
      gathered: expect.stringMatching(/x = 1[\s\S]*y = x \+ 1/),
    });
  });

  test('says in a sentence that there is no Node.js, or an old one', { timeout: 60_000 }, async () => {
    const old = folder.write('old/node', '#!/bin/sh\necho v18.20.1\n');
    chmodSync(old, 0o755);
    for (const [path, found] of [
      [join(folder.path, 'none'), 'there is no node on the PATH'],
      [`${join(folder.path, 'old')}:/bin`, `${old} is Node.js 18.20.1`],
    ]) {
      const failed = run(at('sluice'), ['--version'], { env: { ...env, PATH: path } });
      await expect(failed).rejects.toMatchObject({
        code: 3,
        stderr: `sluice: Sluice needs Node.js 20 or newer, and ${found}: install Node.js, or run: pip install 'sluice_notebook[node]'\n`,
      });
    }
  });
});

test.skipIf(!isToday)('the npm package runs by npx without a build', { timeout: 400_000 }, async () => {
  const [file, first] = npmCommand();
  const packed = await run(
    file,
    [...first, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder.path],
    {
      cwd: root,
    },
  );
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  const npx = [...first, 'exec', '--yes', `--package=${join(folder.path, filename)}`, '--', 'sluice'];
  const options = { cwd: folder.path, env: { ...env, VIRTUAL_ENV: venv } };
  const { stdout } = await run(file, [...npx, ...SCRIPT], options);
  expect(stdout).toMatch(/^# verified: /m);
});
