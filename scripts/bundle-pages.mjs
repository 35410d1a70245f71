/**
 * Bundles the pages of `web-ui/` into one folder: scripts in parts that are loaded when needed, styles, all compressed, and the
 * notices of the libraries within. Callers decide when.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundle, licences } from './bundling.mjs';
import { bundleParts } from './bundling-parts.mjs';

/** Writes the pages to `out`. */
export async function bundlePages(root, out) {
  const from = join(root, 'web-ui');
  mkdirSync(out, { recursive: true });
  const inputs = [];
  const bundlePage = async (options) => {
    const metafile = await bundle('the pages', {
      minify: true,
      target: 'es2022',
      outdir: out,
      define: { 'process.env.NODE_ENV': '"production"' },
      ...options,
    });
    inputs.push(...Object.keys(metafile.inputs));
    return metafile;
  };
  const scripts = await bundleParts('the pages', out, {
    line: join(from, 'line.ts'),
    main: join(from, 'main.tsx'),
    // the frames of widgets of other packages share the code of widgets with the page
    'widget-frame': join(from, 'widgets', 'frame-widgets.ts'),
  });
  inputs.push(...scripts.inputs);
  await bundlePage({
    entryPoints: ['main', 'math', 'widgets', 'widget-frame', 'terminal', 'exported'].map((name) =>
      join(from, 'style', `${name}.css`),
    ),
    // of a font in several forms, that which all browsers read
    loader: { '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty', '.eot': 'empty', '.svg': 'empty' },
    assetNames: 'fonts/[name]',
  });
  // scripts of the frames in which outputs with scripts are shown
  const frames = {
    frame: join(from, 'outputs', 'frame.ts'),
    world: join(from, 'outputs', 'world-frame.ts'),
    vega: join(from, 'outputs', 'vega-frame.ts'),
    // the script of an exported notebook, which is written into its file
    exported: join(from, 'exported', 'exported.ts'),
  };
  await bundlePage({ entryPoints: frames, format: 'iife' });
  // modules that code of widgets would load from a server
  await bundlePage({ entryPoints: [join(from, 'widgets', 'debounce.ts')] });
  const vega = "import './vega.js';\nexport default globalThis.vegaEmbed;\n";
  writeFileSync(join(out, 'vega-module.js'), vega);
  const plotly = join(root, 'node_modules', 'plotly.js-dist-min');
  copyFileSync(join(plotly, 'plotly.min.js'), join(out, 'plotly.js'));
  inputs.push('node_modules/plotly.js-dist-min/plotly.min.js');
  writeFileSync(join(out, 'LICENSES.txt'), licences(root, inputs));
  for (const name of ['frame.html', 'world.html', 'widget-frame.html'])
    copyFileSync(join(from, name), join(out, name));
  const first = new Set([...scripts.imported('line'), ...scripts.imported('main')]);
  writeFileSync(
    join(out, 'index.html'),
    withPreloads(readFileSync(join(from, 'index.html'), 'utf8'), [...first]),
  );
  for (const name of readdirSync(out).filter((file) => /\.(js|css|html)$/.test(file))) {
    writeFileSync(join(out, `${name}.gz`), gzipSync(readFileSync(join(out, name)), { level: 9 }));
    // every browser takes the compressed file: nobody needs both
    rmSync(join(out, name));
  }
}

/** The page with links to the files of its first load, so the browser loads them together. */
function withPreloads(page, files) {
  const links = files.map((file) => `<link rel="modulepreload" href="/assets/${file}" />`);
  return page.replace('<!-- preloads -->', links.join('\n    '));
}
