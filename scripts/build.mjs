/**
 * Bundles the programs, the pages and the extensions of editors to `dist/`, and compiles the effects library, when a source of them changed. The build checks no types,
 * and copies no other files, which the package itself has.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { runScript } from './fail.mjs';
import { ensureNpmPackages } from './npm-packages.mjs';
import { say } from './say.mjs';

const SOURCES = ['slicer', 'instrument', 'runtime', 'web-ui', 'editors'];
const SETTINGS = [
  'tsconfig.json',
  'package-lock.json',
  'scripts/bundling.mjs',
  'scripts/bundle-programs.mjs',
  'scripts/direct-imports.mjs',
  'scripts/bundle-pages.mjs',
  'scripts/bundle-editors.mjs',
];

/** Makes `dist/` match the sources. `say` gets a line when there is something to do. */
export async function ensureBuilt(root, say) {
  const stamp = join(root, 'dist', '.sources');
  const fingerprint = fingerprintOf(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  say('Bundling the programs and the pages');
  // Beside, then renamed: a Sluice that starts meanwhile sees a whole old build, or a whole new one.
  const fresh = join(root, 'node_modules', `.sluice-build-${process.pid}`);
  try {
    // they import npm packages, which a fresh clone has only now
    const { bundlePrograms } = await import('./bundle-programs.mjs');
    const { bundlePages } = await import('./bundle-pages.mjs');
    await bundlePrograms(root, fresh);
    const { bundleJupyterLab, bundleVsCode } = await import('./bundle-editors.mjs');
    await bundlePages(root, join(fresh, 'web-ui'));
    await bundleJupyterLab(root, join(fresh, 'jupyter'));
    await bundleVsCode(root, join(fresh, 'vscode'));
    chmodSync(join(fresh, 'runtime', 'cli', 'main.js'), 0o755); // npm sets this when it installs, not when it links
    swap(join(root, 'dist'), fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  // by the code that has just been compiled, in its place; whoever starts before that compiles them for himself
  const library = join(root, 'dist', 'instrument', 'effects-library.js');
  const { writeCompiledEffects } = await import(pathToFileURL(library).href);
  writeCompiledEffects();
  writeFileSync(stamp, fingerprint);
}

/** Names, sizes and times of all sources: additions and deletions count as well. */
function fingerprintOf(root) {
  const hash = createHash('sha256');
  const files = [
    ...SETTINGS.map((name) => join(root, name)),
    ...SOURCES.flatMap((name) => sourcesIn(join(root, name))),
  ];
  for (const file of files.sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file.slice(root.length)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function sourcesIn(directory) {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return sourcesIn(path);
    return /\.(tsx?|json|css|html|pyi)$/.test(entry.name) ? [path] : [];
  });
}

function swap(target, fresh) {
  const old = `${fresh}-old`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(fresh, target);
  rmSync(old, { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(process.argv[1]));
  await runScript(async () => {
    ensureNpmPackages(root, say);
    await ensureBuilt(root, say);
  });
}
