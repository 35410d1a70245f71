/**
 * `npm run check` runs the type checkers, the linters and the check of documents, or the named ones (`npm run check -- ruff
 * pyright`). The command fails when a check finds something. With `--write` (`npm run format`) checks that can mend
 * their findings mend them.
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
  biome: ({ write }) =>
    node('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...flag(write), '.'),
  layers: () => node('scripts/layers.mjs'),
  documents: ({ write }) => node('scripts/documents.mjs', ...flag(write)),
  ruff,
  pyright,
};

await runScript(async () => {
  const write = process.argv.includes('--write');
  const named = process.argv.slice(2).filter((argument) => argument !== '--write');
  const unknown = named.find((name) => !(name in CHECKS));
  if (unknown)
    throw new SetupFailure(`there is no check ${unknown}; there are: ${Object.keys(CHECKS).join(', ')}`);
  ensureNpmPackages(root, say);
  for (const [name, run] of Object.entries(CHECKS)) {
    if (named.length > 0 && !named.includes(name)) continue;
    // it finds a Python with the product's own code
    if (name === 'ruff') await ensureBuilt(root, say);
    if ((await run({ write })) === 0) continue;
    say(`${name} has found something`);
    process.exitCode = 1;
  }
});

function flag(write) {
  return write ? ['--write'] : [];
}

function node(script, ...args) {
  return (
    spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' }).status ?? 1
  );
}
