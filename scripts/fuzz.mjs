/**
 * `npm run fuzz -- [FROM-TO] [BUDGETS]`: generated programs from other seeds than the tests', by default a thousand that nobody has
 * tried yet with the default probe budget. Wrong slices are shrunk and added to `test/cases/found.jsonl`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runScript } from './fail.mjs';
import { root, setUp } from './setup.mjs';

await runScript(async () => {
  await setUp();
  const start = Math.floor(Date.now() / 1000) % 1_000_000_000;
  const [seeds = `${start}-${start + 1000}`, budgets = 'default'] = process.argv.slice(2);
  const vitest = spawn(
    process.execPath,
    [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', 'test/fuzz'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, SLUICE_FUZZ: seeds, SLUICE_FUZZ_BUDGETS: budgets },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => vitest.kill(signal));
  const [code] = await once(vitest, 'exit');
  process.exitCode = code ?? 1;
});
