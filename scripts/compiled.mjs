/**
 * Runs a program of the tests' own, compiled as the product is, into a folder that is deleted afterwards: the benchmarks, fuzzing,
 * the check of real notebooks and the minimality oracle.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { SetupFailure } from './fail.mjs';
import { root, setUp } from './setup.mjs';

/** Sets up, compiles `test/NAME/main.ts` and runs the result with the arguments of this process; returns its exit code. */
export async function runCompiled(name, nodeOptions = []) {
  if (process.env.SLUICE_TEST_PYTHON === undefined) await setUp();
  const folder = join(root, 'node_modules', `.sluice-${name}-${process.pid}`);
  try {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const project = join(root, 'test', name, 'tsconfig.json');
    const compiled = spawnSync(process.execPath, [tsc, '-p', project, '--outDir', folder], {
      encoding: 'utf8',
    });
    if (compiled.status !== 0) {
      const errors = (compiled.stdout + compiled.stderr).split('\n').filter((line) => line.includes('error'));
      throw new SetupFailure(`test/${name} does not compile: ${errors[0] ?? compiled.stderr.trim()}`);
    }
    const main = join(folder, 'test', name, 'main.js');
    const child = spawn(process.execPath, [...nodeOptions, main, ...process.argv.slice(2)], {
      stdio: 'inherit',
    });
    // the program decides what to do about them; a terminal sends Ctrl-C to both
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    const [code] = await once(child, 'exit');
    return code ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
