/** A Python with pytest, made once in Sluice's own folder and kept for later runs of the tests. */

import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrivatePython, sluiceHome } from '../../runtime/python/index.ts';

const VERSION = '9.0.1';

/** The interpreter. */
export async function pytestPython(): Promise<string> {
  const folder = join(sluiceHome(), `pytest-${VERSION}`);
  const python = join(folder, 'bin', 'python');
  if (existsSync(python)) return python;
  const fresh = `${folder}.${process.pid}`;
  const base = await ensurePrivatePython(() => {});
  execFileSync(base, ['-c', 'import sys, venv; venv.create(sys.argv[1], with_pip=True)', fresh]);
  const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--only-binary=:all:'];
  execFileSync(join(fresh, 'bin', 'python'), ['-m', 'pip', 'install', ...options, `pytest==${VERSION}`]);
  try {
    renameSync(fresh, folder);
  } catch {
    rmSync(fresh, { recursive: true, force: true }); // another process was faster
  }
  return python;
}
