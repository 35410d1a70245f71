/**
 * The packages in a project's own environment: the distribution and version of each module. It reads the
 * metadata of installers, and starts no Python.
 */

import { join } from 'node:path';
import { normalizeDistribution } from '../../slicer/index.ts';
import { namesIn, textOf } from './what-is-there.ts';

export interface InstalledDistribution {
  readonly name: string;
  readonly version: string;
}

/** Folders in which environments are made beside a project. */
const BESIDE = ['.venv', 'venv', 'env', '.env'];

/** The distributions of an environment. */
export interface Installed {
  /** The distribution with a top-level module; null: none. */
  withModule(module: string): InstalledDistribution | null;
  /** The version of a distribution by its normalized name, `python` for Python itself; null: not installed. */
  versionOf(distribution: string): string | null;
}

/** The first environment that has distributions: beside the project, else the active one. */
export function installedModules(folders: readonly string[], environment: NodeJS.ProcessEnv): Installed {
  const beside = folders.flatMap((folder) => BESIDE.map((name) => join(folder, name)));
  const active = [environment.VIRTUAL_ENV, environment.CONDA_PREFIX].filter((path) => path !== undefined);
  for (const { folder, python } of [...beside, ...active].flatMap(sitePackages)) {
    const found = distributionsIn(folder);
    if (found.length > 0) return installed(found, python);
  }
  return installed([], null);
}

/** The folders of an environment that may have packages, with the version of Python; null: not known. */
function sitePackages(root: string): { readonly folder: string; readonly python: string | null }[] {
  const windows = join(root, 'Lib', 'site-packages');
  const names = namesIn(join(root, 'lib')).filter((name) => /^python\d/.test(name));
  const said = /^version(?:_info)?\s*=\s*([\d.]+)/m.exec(textOf(join(root, 'pyvenv.cfg')))?.[1] ?? null;
  return [
    ...names.map((name) => ({
      folder: join(root, 'lib', name, 'site-packages'),
      python: /^python([\d.]+)/.exec(name)?.[1] ?? null,
    })),
    { folder: windows, python: said },
  ];
}

/** A distribution with its folder of metadata. */
interface Described extends InstalledDistribution {
  readonly info: string;
}

function distributionsIn(place: string): Described[] {
  return namesIn(place).flatMap((entry) => {
    const [, name, version] = /^(.+?)-([^-]+)\.dist-info$/.exec(entry) ?? [];
    return name === undefined || version === undefined ? [] : [{ name, version, info: join(place, entry) }];
  });
}

/** Reads the lists of files only when no distribution has the name of the module. */
function installed(found: readonly Described[], python: string | null): Installed {
  const byName = new Map(found.map((each) => [normalizeDistribution(each.name), each]));
  let all: ReadonlyMap<string, Described> | null = null;
  return {
    withModule(module) {
      const named = byName.get(normalizeDistribution(module));
      if (named !== undefined && modulesOf(named.info).includes(module)) return named;
      all ??= byModule(found);
      return all.get(module) ?? null;
    },
    versionOf: (distribution) =>
      distribution === 'python' ? python : (byName.get(distribution)?.version ?? null),
  };
}

function byModule(found: readonly Described[]): ReadonlyMap<string, Described> {
  const modules = new Map<string, Described>();
  for (const each of found) {
    for (const module of modulesOf(each.info)) if (!modules.has(module)) modules.set(module, each);
  }
  return modules;
}

/** The modules that a distribution declares (`Import-Name`, `top_level.txt`); otherwise the modules among its files. */
function modulesOf(info: string): string[] {
  const said = [
    ...textOf(join(info, 'METADATA'))
      .split('\n\n', 1)[0]!
      .matchAll(/^Import-Name: *([\w.]+)/gm),
  ];
  if (said.length > 0) return said.map((match) => match[1]!);
  const top = textOf(join(info, 'top_level.txt')).split(/\s+/).filter(Boolean);
  if (top.length > 0) return top;
  const files = textOf(join(info, 'RECORD')).matchAll(/^([A-Za-z_]\w*)(?:\/|\.py,)/gm);
  return [...new Set([...files].map((match) => match[1]!))];
}
