/**
 * The checkers of our Python: ruff, in a small environment beside Sluice's own, and pyright, an npm package. It runs them; what
 * they look for is in ruff.toml and pyrightconfig.json.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SetupFailure } from './fail.mjs';
import { say } from './say.mjs';
import { root } from './setup.mjs';

const RUFF = '0.17.6';

/**
 * Runs ruff's linter, then its formatter, which only checks the format unless `write` is set.
 *
 * @returns the exit code of the first of the two that fails; 0 when both pass
 */
export async function ruff({ write = false } = {}) {
  const folder = await environment();
  const { programFile, pythonIn } = await platform();
  const common = ['--quiet', '--cache-dir', join(folder, 'cache'), '.'];
  const run = (...args) =>
    spawnSync(programFile(dirname(pythonIn(folder)), 'ruff'), [...args, ...common], {
      cwd: root,
      stdio: 'inherit',
    }).status ?? 1;
  return run('check', '--output-format=concise') || run('format', ...(write ? [] : ['--check']));
}

/** Runs pyright; returns its exit code. Without findings pyright prints nothing. */
export function pyright() {
  const script = join(root, 'node_modules', 'pyright', 'index.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--project', root], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) process.stderr.write(stdout + stderr);
  return status ?? 1;
}

/** The environment with ruff; made when missing, in another folder and then renamed, so never incomplete. */
async function environment() {
  const python = await import(pathToFileURL(join(root, 'dist', 'runtime', 'python', 'index.js')).href);
  const { pythonIn } = await platform();
  const folder = join(python.sluiceHome(), `ruff-${RUFF}`);
  if (existsSync(folder)) return folder;
  say(`Installing ruff in ${folder} (once)`);
  const { path } = await python.findPython();
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(python.sluiceHome(), { recursive: true });
  const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--only-binary=:all:'];
  for (const [file, ...args] of [
    [path, '-m', 'venv', fresh],
    [pythonIn(fresh), '-m', 'pip', 'install', ...options, `ruff==${RUFF}`],
  ]) {
    const { status, stderr } = spawnSync(file, args, { encoding: 'utf8' });
    if (status === 0) continue;
    rmSync(fresh, { recursive: true, force: true });
    throw new SetupFailure(`ruff could not be installed: ${stderr?.trim().split('\n').at(-1)}`);
  }
  try {
    renameSync(fresh, folder);
  } catch {
    rmSync(fresh, { recursive: true, force: true }); // somebody else was faster
  }
  return folder;
}

/** Where programs are on this system. */
function platform() {
  return import(pathToFileURL(join(root, 'dist', 'runtime', 'platform', 'index.js')).href);
}
