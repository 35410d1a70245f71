/**
 * `npm run fuzz -- [FROM-TO] [BUDGETS]`: the set-up, then generated programs (`test/fuzz/main.ts`). test/fuzz checks.
 */
import { runCompiled } from './compiled.mjs';
import { runScript } from './fail.mjs';

await runScript(async () => {
  process.exitCode = await runCompiled('fuzz');
});
