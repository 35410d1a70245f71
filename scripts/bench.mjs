/**
 * `npm run bench`: the set-up, then the benchmarks, compiled as the product is. It measures nothing itself.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runScript, SetupFailure } from './fail.mjs';
import { root, setUp } from './setup.mjs';

await runScript(async () => {
  await setUp();
  const folder = join(root, 'node_modules', `.sluice-bench-${process.pid}`);
  try {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const project = join(root, 'test', 'bench', 'tsconfig.json');
    const compiled = spawnSync(process.execPath, [tsc, '-p', project, '--outDir', folder], {
      encoding: 'utf8',
    });
    if (compiled.status !== 0) {
      const errors = (compiled.stdout + compiled.stderr).split('\n').filter((line) => line.includes('error'));
      throw new SetupFailure(`the benchmarks do not compile: ${errors[0] ?? compiled.stderr.trim()}`);
    }
    const main = join(folder, 'test', 'bench', 'main.js');
    // memory is measured after a collection
    const bench = spawnSync(process.execPath, ['--expose-gc', main, ...process.argv.slice(2)], {
      stdio: 'inherit',
    });
    process.exitCode = bench.status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
