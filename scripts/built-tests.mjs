/** What vitest does before any test: the build, which tests of the command run, is that of the sources. */
import { ensureBuilt } from './build.mjs';
import { root } from './setup.mjs';

export default function setup() {
  return ensureBuilt(root, (line) => process.stderr.write(`sluice: ${line}\n`));
}
