/**
 * `npm run check`: types, linters and documents, or those that are named (`npm run check -- ruff pyright`). It runs what others
 * have written, all of it, and fails when one of them has found something.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { runScript, SetupFailure } from './fail.mjs';
import { ensureNpmPackages } from './npm-packages.mjs';
import { pyright, ruff } from './python-tools.mjs';
import { say } from './say.mjs';
import { root } from './setup.mjs';

const CHECKS = {
  tsc: () => node('node_modules/typescript/bin/tsc', '--noEmit'),
  biome: () => node('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  documents: () => node('scripts/documents.mjs'),
  ruff,
  pyright,
};

await runScript(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !(name in CHECKS));
  if (unknown)
    throw new SetupFailure(`there is no check ${unknown}; there are: ${Object.keys(CHECKS).join(', ')}`);
  ensureNpmPackages(root, say);
  for (const [name, run] of Object.entries(CHECKS)) {
    if (named.length > 0 && !named.includes(name)) continue;
    // it finds a Python with the product's own code
    if (name === 'ruff') await ensureBuilt(root, say);
    if ((await run()) === 0) continue;
    say(`${name} has found something`);
    process.exitCode = 1;
  }
});

function node(script, ...args) {
  return (
    spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' }).status ?? 1
  );
}
