/**
 * Bundles the pages of `web-ui/` into one folder: scripts in parts that are loaded when needed, styles, and the notices of the
 * libraries within. It does not decide when.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { SetupFailure } from './fail.mjs';

/** Writes the pages to `out`. */
export async function bundlePages(root, out) {
  const from = join(root, 'web-ui');
  mkdirSync(out, { recursive: true });
  const common = {
    bundle: true,
    minify: true,
    target: 'es2022',
    outdir: out,
    logLevel: 'silent',
    legalComments: 'linked',
    define: { 'process.env.NODE_ENV': '"production"' },
  };
  try {
    await build({
      ...common,
      entryPoints: [join(from, 'main.tsx')],
      format: 'esm',
      splitting: true,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      chunkNames: 'part-[name]-[hash]',
    });
    await build({
      ...common,
      entryPoints: { main: join(from, 'style', 'main.css'), math: join(from, 'style', 'math.css') },
      loader: { '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty' },
      assetNames: 'fonts/[name]',
    });
    // scripts of the frames in which outputs with scripts are shown
    const frames = { frame: join(from, 'outputs', 'frame.ts'), vega: join(from, 'outputs', 'vega-frame.ts') };
    await build({ ...common, entryPoints: frames, format: 'iife' });
  } catch (error) {
    const first = error.errors?.[0];
    if (first === undefined) throw error;
    const at = first.location ? `${first.location.file}:${first.location.line}: ` : '';
    throw new SetupFailure(`the pages cannot be bundled: ${at}${first.text}`);
  }
  const plotly = join(root, 'node_modules', 'plotly.js-dist-min');
  copyFileSync(join(plotly, 'plotly.min.js'), join(out, 'plotly.js'));
  copyFileSync(join(plotly, 'LICENSE'), join(out, 'plotly.js.LEGAL.txt'));
  for (const name of ['index.html', 'frame.html']) copyFileSync(join(from, name), join(out, name));
}
