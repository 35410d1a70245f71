/**
 * `npm test`: the set-up, then all tests (or those named as arguments), then one line that counts them.
 * The exit code is vitest's.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { runScript } from './fail.mjs';
import { say } from './say.mjs';
import { root, setUp } from './setup.mjs';

await runScript(async () => {
  await setUp();
  ensureChromium(say);
  const vitest = spawn(
    process.execPath,
    [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...process.argv.slice(2)],
    { cwd: root, stdio: 'inherit' },
  );
  // A terminal sends Ctrl-C to vitest as well: wait for its end, which decides the exit code.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => vitest.kill('SIGTERM'));
  const [code] = await once(vitest, 'exit');
  process.exitCode = code ?? 1;
});
