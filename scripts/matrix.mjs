/**
 * `npm run matrix`: the agent's tests and the notebooks by class of effect on every Python 3.10 to 3.14 of this machine.
 * On the last one they run once more without facts about CPython (`SLUICE_CPYTHON=off`), to test what the agent does instead.
 * Makes one environment with Sluice's requirements per version, once, beside Sluice's own. The tests are vitest's.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runScript, SetupFailure } from './fail.mjs';
import { say } from './say.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const REQUIREMENTS = join(root, 'runtime', 'requirements.txt');
const VERSIONS = ['3.10', '3.11', '3.12', '3.13', '3.14'];

await runScript(async () => {
  const home =
    process.env.SLUICE_HOME || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sluice');
  const pythons = [];
  for (const version of VERSIONS) {
    const base = findPython(version);
    if (base === null) say(`no Python ${version} here`);
    else pythons.push(environmentOf(home, version, base));
  }
  if (pythons.length === 0) throw new SetupFailure(`no Python ${VERSIONS.join(', ')} was found: install one`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const run = (file, environment) =>
    spawnSync(process.execPath, [vitest, 'run', file, ...process.argv.slice(2)], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    }).status ?? 1;
  const all = { SLUICE_TEST_PYTHONS: pythons.join(':') };
  let failed = run('test/agent/cpython.test.ts', all) || run('test/agent/versions.test.ts', all);
  for (const [python, facts] of [...pythons.map((each) => [each, 'on']), [pythons.at(-1), 'off']]) {
    say(`the notebooks by class of effect, with ${python}, facts about CPython ${facts}`);
    const environment = { SLUICE_TEST_PYTHON: python, SLUICE_TEST_SAMPLE: 'all', SLUICE_CPYTHON: facts };
    failed = run('test/effect-classes.test.ts', environment) || failed;
  }
  process.exitCode = failed;
});

/** A Python of this version on the PATH or under pyenv; null without a working one. */
function findPython(version) {
  const pyenv = join(process.env.PYENV_ROOT || join(homedir(), '.pyenv'), 'versions');
  const names = existsSync(pyenv) ? readdirSync(pyenv).filter((name) => name.startsWith(`${version}.`)) : [];
  const candidates = [...names.map((name) => join(pyenv, name, 'bin', 'python')), `python${version}`];
  const check = `import sys, venv; sys.exit('%d.%d' % sys.version_info[:2] != '${version}')`;
  return candidates.find((python) => spawnSync(python, ['-c', check]).status === 0) ?? null;
}

/** The Python of an environment with the notebooks' packages, made when missing. */
function environmentOf(home, version, base) {
  const folder = join(home, `matrix-${version}`);
  const python = join(folder, 'bin', 'python');
  if (spawnSync(python, ['-c', 'import ipykernel, sklearn, matplotlib, pandas']).status === 0) return python;
  say(`Making an environment for Python ${version} in ${folder}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  for (const args of [
    [base, '-m', 'venv', folder],
    [python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS],
  ]) {
    const { status, stderr } = spawnSync(args[0], args.slice(1), { encoding: 'utf8' });
    if (status === 0) continue;
    rmSync(folder, { recursive: true, force: true });
    const reason = stderr.trim().split('\n').at(-1);
    throw new SetupFailure(`the environment for Python ${version} could not be made: ${reason}`);
  }
  return python;
}
