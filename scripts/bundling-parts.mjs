/**
 * Bundles scripts into parts that a page loads when needed. The modules of the first load are one part: esbuild would write a file for
 * each set of modules that other parts share, and the requests of fifty files take longer than their code.
 */
import { relative } from 'node:path';
import { rolldown } from 'rolldown';
import { SetupFailure } from './fail.mjs';

/**
 * Writes the entries `{name: file}` and their parts to `out`; the modules of `main` that no other entry imports are one part. Returns
 * `inputs`, the bundled files, and `imported(name)`, the output files that an entry imports, itself included. `what` is bundled: for
 * the message of a mistake.
 */
export async function bundleParts(what, out, entries) {
  const { main, ...others } = entries;
  let isFirst = () => false;
  const closures = {
    name: 'closures',
    buildEnd() {
      const modulesOf = (file) => reached(file, (id) => this.getModuleInfo(id)?.importedIds ?? []);
      const first = modulesOf(main);
      const shared = Object.values(others).map(modulesOf);
      isFirst = (id) => id !== main && first.has(id) && !shared.some((modules) => modules.has(id));
    },
  };
  try {
    const bundle = await rolldown({
      input: entries,
      platform: 'browser',
      logLevel: 'silent',
      transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
      plugins: [closures],
    });
    const { output } = await bundle.write({
      dir: out,
      format: 'esm',
      minify: true,
      comments: { legal: false },
      entryFileNames: '[name].js',
      chunkFileNames: 'part-[name]-[hash].js',
      codeSplitting: { groups: [{ name: 'first', test: (id) => isFirst(id) }] },
    });
    await bundle.close();
    const imports = new Map(output.map((file) => [file.fileName, file.imports ?? []]));
    return {
      inputs: output.flatMap(({ moduleIds = [] }) => moduleIds.map((id) => relative(process.cwd(), id))),
      imported: (name) => reached(`${name}.js`, (file) => imports.get(file)),
    };
  } catch (error) {
    throw new SetupFailure(`${what} cannot be bundled (npm run check shows all): ${error.message}`);
  }
}

/** A node and all nodes that can be reached from it. */
function reached(start, next) {
  const found = new Set([start]);
  for (const node of found) for (const one of next(node)) found.add(one);
  return found;
}
