/**
 * `npm run bench`: the set-up, then the benchmarks, compiled as the product is. test/bench measures.
 */
import { runCompiled } from './compiled.mjs';
import { runScript } from './fail.mjs';

await runScript(async () => {
  // memory is measured after a collection
  process.exitCode = await runCompiled('bench', ['--expose-gc']);
});
