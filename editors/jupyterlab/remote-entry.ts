/**
 * The container that JupyterLab loads (module federation): hands JupyterLab's own modules to the extension, and
 * the extension to JupyterLab. scripts/bundle-editors.mjs turns imports of these modules into `sharedModule`.
 */

type Factory = () => unknown;

/** JupyterLab's modules: by name, then by version. */
type ShareScope = Readonly<
  Record<string, Readonly<Record<string, { readonly get: () => Factory | Promise<Factory> }>>>
>;

declare global {
  /** Containers by the names of their extensions. */
  var _JUPYTERLAB: Record<string, unknown> | undefined;
  /** A module of JupyterLab, loaded before the extension. */
  var __sluiceShared: Record<string, unknown>;
}

/** The modules that the extension imports; the build checks the list. */
const SHARED = [
  '@codemirror/state',
  '@codemirror/view',
  '@jupyterlab/apputils',
  '@jupyterlab/notebook',
  '@lumino/widgets',
];

let scope: ShareScope = {};

async function load(name: string): Promise<unknown> {
  const versions = Object.values(scope[name] ?? {});
  const found = versions.at(-1);
  if (found === undefined) throw new Error(`Sluice needs JupyterLab 4.2 or newer: there is no ${name}`);
  return (await found.get())();
}

globalThis._JUPYTERLAB ??= {};
globalThis._JUPYTERLAB['sluice-jupyterlab'] = {
  init(given: ShareScope) {
    scope = given;
  },
  async get() {
    const modules = await Promise.all(SHARED.map(load));
    globalThis.__sluiceShared = Object.fromEntries(SHARED.map((name, at) => [name, modules[at]]));
    const { default: plugin } = await import('./extension.ts');
    return () => ({ __esModule: true, default: plugin });
  },
};
