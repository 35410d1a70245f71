/**
 * `npm run notebooks -- [OPTIONS] FILE.ipynb…`: the set-up, then the check of real notebooks, compiled as the product is.
 */
import { runCompiled } from './compiled.mjs';
import { runScript } from './fail.mjs';

await runScript(async () => {
  process.exitCode = await runCompiled('notebooks');
});
