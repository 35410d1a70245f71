/** Before any test vitest builds the sources, because tests of the command run the build. */
import { ensureBuilt } from './build.mjs';
import { say } from './say.mjs';
import { root } from './setup.mjs';

export default function setup() {
  return ensureBuilt(root, say);
}
