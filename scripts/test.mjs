/**
 * `npm test`: the set-up, then all tests (or those named as arguments), then one line that counts them.
 * It decides nothing about what passes; its exit code is vitest's.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runScript } from './fail.mjs';
import { root, setUp } from './setup.mjs';

await runScript(async () => {
  await setUp();
  const vitest = spawn(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      `--reporter=${join(root, 'scripts', 'count-reporter.mjs')}`,
      ...process.argv.slice(2),
    ],
    { cwd: root, stdio: 'inherit' },
  );
  // Ctrl-C reaches vitest as well; it ends first, and its exit code is the answer.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => vitest.kill(signal));
  const [code] = await once(vitest, 'exit');
  process.exitCode = code ?? 1;
});
