/**
 * `npm run oracle -- SOURCE`: the set-up, then the minimality oracle (test/oracle). test/oracle measures.
 */
import { runCompiled } from './compiled.mjs';
import { runScript } from './fail.mjs';

await runScript(async () => {
  process.exitCode = await runCompiled('oracle');
});
