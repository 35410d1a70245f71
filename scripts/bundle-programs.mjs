/**
 * Bundles the command and its child programs, with shared parts loaded when needed: a start reads a few
 * files in place of six hundred. Callers decide when; bundle-pages.mjs bundles the pages.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundle, licences } from './bundling.mjs';
import { directImports } from './direct-imports.mjs';

/** The command, and modules of the build that scripts and tests import. */
const DOORS = [
  'runtime/cli/main.ts',
  'runtime/copies/index.ts',
  'runtime/kernel/index.ts',
  'runtime/platform/index.ts',
  'runtime/python/index.ts',
  'instrument/effects-library.ts',
];
/** Started by their files, in threads and processes of their own. */
const isProgram = (path) => path.endsWith('-worker.ts');

/** The only dependency of the package: the library reads a file of its own beside its code. */
const OUTSIDE = ['@sqlite.org/sqlite-wasm'];

/** Some libraries within are CommonJS and ask for Node's modules. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Writes the programs to `out`, in folders as in the sources. */
export async function bundlePrograms(root, out) {
  const runtime = join(root, 'runtime');
  const { inputs, outputs } = await bundle('the programs', {
    absWorkingDir: root,
    entryPoints: [
      ...DOORS,
      ...readdirSync(runtime, { recursive: true })
        .filter(isProgram)
        .map((path) => join(runtime, path)),
    ],
    outbase: root,
    outdir: out,
    chunkNames: 'parts/[name]-[hash]',
    platform: 'node',
    target: 'node20',
    splitting: true,
    external: OUTSIDE,
    plugins: [directImports(root)],
    // names stay, so that messages of faults can be read
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: REQUIRE },
  });
  for (const path of Object.keys(outputs)) removeNeedlessRequire(resolve(root, path));
  writeFileSync(join(out, 'LICENSES.txt'), licences(root, Object.keys(inputs)));
}

/** Each file that asks for Node's modules costs time at the start, and few files use them. */
function removeNeedlessRequire(path) {
  const text = readFileSync(path, 'utf8');
  const rest = text.replace(REQUIRE, '');
  if (rest !== text && !/\brequire\b/.test(rest)) writeFileSync(path, rest);
}
