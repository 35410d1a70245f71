/**
 * Bundles the pages of `web-ui/` into one folder: scripts in parts that are loaded when needed, styles, each also compressed, and the
 * notices of the libraries within. It does not decide when.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
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
    legalComments: 'none',
    metafile: true,
    define: { 'process.env.NODE_ENV': '"production"' },
  };
  const inputs = [];
  const bundle = async (options) => {
    const { metafile } = await build({ ...common, ...options });
    inputs.push(...Object.keys(metafile.inputs));
    return metafile;
  };
  let scripts;
  try {
    scripts = await bundle({
      entryPoints: ['line.ts', 'main.tsx'].map((name) => join(from, name)),
      format: 'esm',
      splitting: true,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      chunkNames: 'part-[name]-[hash]',
    });
    await bundle({
      entryPoints: ['main', 'math', 'widgets'].map((name) => join(from, 'style', `${name}.css`)),
      loader: { '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty' },
      assetNames: 'fonts/[name]',
    });
    // scripts of the frames in which outputs with scripts are shown
    const frames = { frame: join(from, 'outputs', 'frame.ts'), vega: join(from, 'outputs', 'vega-frame.ts') };
    await bundle({ entryPoints: frames, format: 'iife' });
  } catch (error) {
    const first = error.errors?.[0];
    if (first === undefined) throw error;
    const at = first.location ? `${first.location.file}:${first.location.line}: ` : '';
    throw new SetupFailure(`the pages cannot be bundled: ${at}${first.text}`);
  }
  const plotly = join(root, 'node_modules', 'plotly.js-dist-min');
  copyFileSync(join(plotly, 'plotly.min.js'), join(out, 'plotly.js'));
  inputs.push('node_modules/plotly.js-dist-min/plotly.min.js');
  writeFileSync(join(out, 'LICENSES.txt'), licences(root, inputs));
  copyFileSync(join(from, 'frame.html'), join(out, 'frame.html'));
  writeFileSync(
    join(out, 'index.html'),
    withPreloads(readFileSync(join(from, 'index.html'), 'utf8'), scripts),
  );
  for (const name of readdirSync(out).filter((file) => /\.(js|css|html|txt)$/.test(file))) {
    writeFileSync(join(out, `${name}.gz`), gzipSync(readFileSync(join(out, name)), { level: 9 }));
  }
}

/** The page with links to all that its scripts import, so that the parts are not found one after the other. */
function withPreloads(page, { outputs }) {
  const needed = new Set();
  const add = (path) => {
    needed.add(path);
    for (const { kind, path: part } of outputs[path].imports) {
      if (kind === 'import-statement' && !needed.has(part)) add(part);
    }
  };
  for (const path of Object.keys(outputs)) if (/^(line|main)\.js$/.test(basename(path))) add(path);
  const links = [...needed].map((path) => `<link rel="modulepreload" href="/assets/${basename(path)}" />`);
  return page.replace('<!-- preloads -->', links.join('\n    '));
}

/** The licences of all packages that files were taken from. */
function licences(root, files) {
  const names = files.flatMap((file) => file.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
  const texts = [...new Set(names)].sort().map((name) => {
    const folder = join(root, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = existsSync(folder) && readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? `\n\n${readFileSync(join(folder, file), 'utf8').trim()}` : '';
    return `${name} ${version} (${license})${text}`;
  });
  return `Libraries in these pages, with their licences.\n\n${texts.join(`\n\n${'-'.repeat(78)}\n\n`)}\n`;
}
