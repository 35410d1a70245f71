/** What vitest does before any test: the build, which tests of the command run, is that of the sources. */
import { ensureBuilt } from './build.mjs';
import { say } from './say.mjs';
import { root } from './setup.mjs';

export default function setup() {
  return ensureBuilt(root, say);
}
