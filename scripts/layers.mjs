/**
 * Finds imports against the order of the layers, imports past the door (`index.ts`) of another layer or of another room of `runtime/`,
 * and imports of the research bench from outside of `runtime/cli/`. The check reads paths only, not the imported names.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { runScript, SetupFailure } from './fail.mjs';
import { say } from './say.mjs';
import { root } from './setup.mjs';

/** Each layer may import from the layers before it. */
const LAYERS = ['slicer', 'instrument', 'runtime', 'web-ui', 'editors'];
/** Further doors: the parts of the slicer that run in a browser, and the page's copy of a notebook, which the editors share. */
const DOORS = ['slicer/browser.ts', 'web-ui/page/apply-message.ts'];
/** Types that people read beside the documents. */
const DOCUMENTED = ['docs/extension-api.d.ts'];
const BENCH = 'runtime/research/';
const IMPORT = /(?:\bfrom|\bimport\(|\bimport) ?'(\.[^']+)'/g;

await runScript(() => {
  const wrong = LAYERS.flatMap((layer) => sourcesIn(layer).flatMap(wrongImports));
  for (const line of wrong) say(line);
  if (wrong.length > 0) throw new SetupFailure('ARCHITECTURE.md tells which folder may import which');
});

function sourcesIn(layer) {
  const names = readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(layer, name).replaceAll(sep, '/'));
}

function wrongImports(file) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].flatMap(({ 1: source, index }) => {
    const target = relative(root, resolve(root, dirname(file), source)).replaceAll(sep, '/');
    const mistake = mistakeOf(file, target);
    return mistake === null ? [] : [`${file}:${text.slice(0, index).split('\n').length}: ${mistake}`];
  });
}

function mistakeOf(file, target) {
  if (DOCUMENTED.includes(target)) return null;
  const [from, to] = [layerOf(file), layerOf(target)];
  if (from < to) return `${LAYERS[from]}/ must not import from ${LAYERS[to] ?? target}/`;
  if (target.startsWith(BENCH) && !file.startsWith(BENCH) && !file.startsWith('runtime/cli/'))
    return `only runtime/cli/ imports from ${BENCH}`;
  // pages see the runtime as a whole
  const room = file.startsWith('web-ui/') ? LAYERS[to] : roomOf(target);
  const isInside = roomOf(file) === roomOf(target);
  if (isInside || target === `${room}/index.ts` || DOORS.includes(target)) return null;
  return `import ${target} through the index.ts of ${room}/`;
}

/** A path outside of all layers comes after them. */
function layerOf(path) {
  const found = LAYERS.indexOf(path.split('/')[0]);
  return found === -1 ? LAYERS.length : found;
}

/** The layer, or the folder of `runtime/`. */
function roomOf(path) {
  const folders = path.split('/').slice(0, -1);
  return folders.slice(0, path.startsWith('runtime/') ? 2 : 1).join('/');
}
