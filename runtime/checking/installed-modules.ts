/**
 * The packages in a project's own environment: the distribution and version of each module. It reads the
 * metadata of installers, and starts no Python.
 */

import { join } from 'node:path';
import { namesIn, textOf } from './what-is-there.ts';

/** An installed distribution. */
export interface InstalledDistribution {
  readonly name: string;
  readonly version: string;
}

/** Folders in which environments are made beside a project. */
const BESIDE = ['.venv', 'venv', 'env', '.env'];

/** Installed distributions by top-level module, of the first environment there is: beside the project, else the active one. */
export function installedModules(
  folders: readonly string[],
  environment: NodeJS.ProcessEnv,
): ReadonlyMap<string, InstalledDistribution> {
  const beside = folders.flatMap((folder) => BESIDE.map((name) => join(folder, name)));
  const active = [environment.VIRTUAL_ENV, environment.CONDA_PREFIX].filter((path) => path !== undefined);
  for (const root of [...beside, ...active]) {
    for (const place of sitePackages(root)) {
      const found = modulesIn(place);
      if (found.size > 0) return found;
    }
  }
  return new Map();
}

function sitePackages(root: string): string[] {
  const windows = join(root, 'Lib', 'site-packages');
  const names = namesIn(join(root, 'lib')).filter((name) => /^python\d/.test(name));
  return [...names.map((name) => join(root, 'lib', name, 'site-packages')), windows];
}

function modulesIn(place: string): Map<string, InstalledDistribution> {
  const found = new Map<string, InstalledDistribution>();
  for (const entry of namesIn(place)) {
    const [, name, version] = /^(.+?)-([^-]+)\.dist-info$/.exec(entry) ?? [];
    if (name === undefined || version === undefined) continue;
    for (const module of modulesOf(join(place, entry))) {
      if (!found.has(module)) found.set(module, { name, version });
    }
  }
  return found;
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
