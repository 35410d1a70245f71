/**
 * Bundles the extensions in `editors/` for other programs, each in the form that its program loads: a folder of Jupyter for
 * JupyterLab, an unpacked extension for VS Code. Callers decide when.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, licences } from './bundling.mjs';

/** The modules of JupyterLab that the extension imports. */
const OF_JUPYTERLAB = /^@(jupyterlab|lumino|codemirror)\//;

/** An import becomes the module that JupyterLab has loaded (remote-entry.ts). */
const shared = {
  name: 'shared',
  setup(build) {
    build.onResolve({ filter: OF_JUPYTERLAB }, ({ path }) => ({ path, namespace: 'shared' }));
    build.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path }) => ({
      contents: `module.exports = globalThis.__sluiceShared[${JSON.stringify(path)}];`,
    }));
  },
};

/** Writes the extension of JupyterLab to `out`, a folder for `JUPYTER_PATH` or `share/jupyter`. */
export async function bundleJupyterLab(root, out) {
  const name = 'sluice-jupyterlab';
  const folder = join(out, 'labextensions', name);
  const { outputs, inputs } = await bundle('the extension of JupyterLab', {
    absWorkingDir: root,
    entryPoints: { remoteEntry: join(root, 'editors', 'jupyterlab', 'remote-entry.ts') },
    outdir: join(folder, 'static'),
    entryNames: '[name].[hash]',
    format: 'iife',
    minify: true,
    target: 'es2022',
    loader: { '.css': 'text' },
    plugins: [shared],
  });
  checkShared(root, inputs);
  const [entry] = Object.keys(outputs).map((path) => path.split('/').at(-1));
  const { version, description, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const build = { load: `static/${entry}`, extension: './extension' };
  const manifest = { name, version, description, license, jupyterlab: { extension: true, _build: build } };
  const install = {
    packageManager: 'python',
    packageName: 'sluice_notebook',
    uninstallInstructions: 'pip uninstall sluice_notebook',
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'install.json'), `${JSON.stringify(install, null, 2)}\n`);
}

/** Writes the extension of VS Code to `out`, an unpacked extension. */
export async function bundleVsCode(root, out) {
  const from = join(root, 'editors', 'vscode');
  const { inputs } = await bundle('the extension of VS Code', {
    absWorkingDir: root,
    entryPoints: { extension: join(from, 'extension.ts') },
    outdir: out,
    format: 'cjs',
    minify: true,
    platform: 'node',
    target: 'node20',
    // the editor has it; ws goes without the other two
    external: ['vscode', 'bufferutil', 'utf-8-validate'],
  });
  const { version, license, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8'));
  const { name, ...others } = manifest;
  writeFileSync(
    join(out, 'package.json'),
    `${JSON.stringify({ name, version, license, repository, ...others }, null, 2)}\n`,
  );
  copyFileSync(join(from, 'README.md'), join(out, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
  writeFileSync(join(out, 'LICENSES.txt'), licences(root, Object.keys(inputs)));
}

/** The list in remote-entry.ts must name each imported module. */
function checkShared(root, inputs) {
  const text = readFileSync(join(root, 'editors', 'jupyterlab', 'remote-entry.ts'), 'utf8');
  for (const path of Object.keys(inputs)) {
    const [, name] = /^shared:(.+)$/.exec(path) ?? [];
    if (name !== undefined && !text.includes(`'${name}'`))
      throw new Error(`editors/jupyterlab/remote-entry.ts does not load ${name}`);
  }
}
