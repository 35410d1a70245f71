/**
 * Bundles the command and its child programs, with shared parts loaded when needed: a start reads a few
 * files in place of six hundred. Callers decide when; bundle-pages.mjs bundles the pages.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
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

/** The declarations in the file of the quick commands. */
const QUICK_OPTIONS = /(?:check|what-if|diff|affected)-options\.ts$/;

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
  await bundleQuickCommands(root, join(out, 'runtime', 'cli', 'quick.cjs'), outputs);
  writeFileSync(join(out, 'LICENSES.txt'), licences(root, Object.keys(inputs)));
}

/**
 * Writes all code of the quick commands to one file: a function of `require` and the file's path, after a line with the hash of the
 * text, by which runtime/cli/quick-start.ts finds the compiled code of the text.
 */
async function bundleQuickCommands(root, file, parts) {
  await bundle('the quick commands', {
    absWorkingDir: root,
    entryPoints: [join(root, 'runtime', 'cli', 'quick-main.ts')],
    outfile: file,
    format: 'cjs',
    charset: 'ascii',
    platform: 'node',
    target: 'node20',
    external: OUTSIDE,
    plugins: [partsOnDemand(root, dirname(file), parts), directImports(root)],
    define: { 'import.meta.url': 'quickUrl' },
    minifyWhitespace: true,
    minifySyntax: true,
  });
  const code = readFileSync(file, 'utf8').replaceAll(/=(require\("node:[\w/]+"\))/g, '=later(() => $1)');
  const text = `(function (require, quickFile) {${LATER}const quickUrl = require("node:url").pathToFileURL(quickFile).href;${code}})\n`;
  writeFileSync(file, `//${createHash('sha256').update(text).digest('hex')}\n${text}`);
}

/**
 * A plugin that leaves the declarations of other commands, which only the help reads, in the parts of the bundle. A part may
 * keep no state that the command has as well: each has a copy of its own.
 */
function partsOnDemand(root, folder, parts) {
  const files = new Map(
    Object.entries(parts).map(([file, { entryPoint }]) => [
      resolve(root, entryPoint ?? ''),
      resolve(root, file),
    ]),
  );
  const isOnDemand = (path) => !QUICK_OPTIONS.test(path) && /\/cli\/[\w-]+-options\.ts$/.test(path);
  return {
    name: 'parts-on-demand',
    setup({ onResolve }) {
      onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
        const target = resolve(resolveDir, path);
        if (kind !== 'dynamic-import' || !isOnDemand(target)) return undefined;
        return { path: relative(folder, files.get(target)), external: true };
      });
    },
  };
}

/** A module of Node's that is loaded when the code first asks for a member: a short command needs few of them. */
const LATER = `const later = (load) => new Proxy({}, { get: (_, name) => load()[name] });`;

/** Each file that asks for Node's modules costs time at the start, and few files use them. */
function removeNeedlessRequire(path) {
  const text = readFileSync(path, 'utf8');
  const rest = text.replace(REQUIRE, '');
  if (rest !== text && !/\brequire\b/.test(rest)) writeFileSync(path, rest);
}
