/**
 * Makes a fresh clone ready to run: Node's version, npm packages, the build, the private Python environment.
 * Every step looks first, so the second time takes a fraction of a second. The set-up starts nothing.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { runScript, SetupFailure } from './fail.mjs';
import { ensureNpmPackages } from './npm-packages.mjs';
import { say } from './say.mjs';

/** The directory of the clone. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const OLDEST_NODE = 20;

/** Does the missing steps, and names each on standard error. */
export async function setUp() {
  const version = Number(process.versions.node.split('.')[0]);
  if (version < OLDEST_NODE) {
    throw new SetupFailure(
      `Sluice needs Node.js ${OLDEST_NODE} or newer, this is ${process.versions.node}: install a newer one`,
    );
  }
  ensureNpmPackages(root, say);
  await ensureBuilt(root, say);
  const python = await import(pathToFileURL(join(root, 'dist', 'runtime', 'python', 'index.js')).href);
  await python.ensurePrivatePython(say);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runScript(setUp);
