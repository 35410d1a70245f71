/**
 * The project of a notebook, as far as checks ask: existing files, declared packages, origins of modules.
 * Answers are cached for each folder.
 */

import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { goneTable, importActs, starNames } from '../../instrument/index.ts';
import type { ModuleOrigin, Requirements, Surroundings } from '../../slicer/index.ts';
import { DISTRIBUTIONS } from './distribution-table.ts';
import { type Installed, installedModules } from './installed-modules.ts';
import { type ProjectVersions, stateOf } from './library-versions.ts';
import { ModuleNames } from './module-names.ts';
import {
  distributionOf,
  isRequirementsFile,
  requirementLines,
  requirementNames,
} from './requirement-lines.ts';
import { isStandardModule } from './standard-modules.ts';
import { namesIn, textOf } from './what-is-there.ts';

/** The limit of folders above a notebook that may be its project's, outside of a repository. */
const MOST_ABOVE = 3;
/** Modules of every notebook kernel, and modules that only exist on hosted notebooks. */
const KERNEL = /^(?:IPython|ipykernel|traitlets|jupyter_client|jupyter_core|google\.colab|dbutils)(?:\.|$)/;
const CODE = /\.(?:py|pyx|pyd|so)$/;

/** Answers for the notebooks of any number of folders. */
export class Projects {
  readonly #folders = new Map<string, Surroundings>();

  /** The surroundings of a notebook in the folder. */
  around(folder: string): Surroundings {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const found = surroundings(folder);
    // a corpus may have thousands of folders
    if (this.#folders.size > 100) this.#folders.clear();
    this.#folders.set(folder, found);
    return found;
  }
}

/** The surroundings without a known folder. */
export const NOWHERE: Surroundings = {
  folder: null,
  exists: () => false,
  requirements: () => null,
  originOf: (module) => originIn(module, [], () => installedModules([], {})),
  goneTable,
  stateOf: (entry) => stateOf(entry, { installed: () => null, required: () => null }),
  importActs,
  namesIn: (source) => ('module' in source ? starNames(source.module) : null),
};

function surroundings(folder: string): Surroundings {
  const folders = projectFolders(folder);
  const requirements = once(() => requirementsOf(folders));
  const installed = once(() => installedModules(folders, process.env));
  const origins = new Map<string, ModuleOrigin>();
  const names = once(() => new ModuleNames(folder, folders));
  const versions = once(() => projectVersions(folders, installed()));
  return {
    folder,
    exists: (path) => existsSync(resolve(folder, path)),
    requirements,
    originOf(module) {
      const known = origins.get(module) ?? originIn(module, folders, installed);
      origins.set(module, known);
      return known;
    },
    goneTable,
    stateOf: (entry) => stateOf(entry, versions()),
    importActs,
    namesIn: (source) => ('module' in source ? names().ofModule(source.module) : names().ofFile(source.file)),
  };
}

/** The folder and the folders above it, up to the root of the repository. */
export function projectFolders(folder: string): string[] {
  const chain = [folder];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return chain;
    chain.push(dirname(at));
  }
  const nearest = chain.slice(0, MOST_ABOVE + 1);
  const found = nearest.findIndex((each) => namesIn(each).some(isRequirementsFile));
  return nearest.slice(0, Math.max(1, found + 1));
}

/** Files of a folder that may declare dependencies. */
export function requirementsFiles(folder: string): string[] {
  const inside = namesIn(join(folder, 'requirements')).map((name) => join('requirements', name));
  const txt = inside.filter((name) => /\.(?:txt|in)$/.test(name));
  return [...namesIn(folder).filter(isRequirementsFile), ...txt];
}

function requirementsOf(folders: readonly string[]): Requirements | null {
  const root = folders.at(-1)!;
  const names = new Set<string>();
  const files: string[] = [];
  for (const folder of folders) {
    for (const name of requirementsFiles(folder)) {
      const path = join(folder, name);
      const found = requirementNames(path, textOf(path));
      if (found === null) continue;
      files.push(relative(root, path));
      for (const each of found) names.add(each);
    }
  }
  return files.length === 0 ? null : { files, names };
}

function projectVersions(folders: readonly string[], installed: Installed): ProjectVersions {
  const required = new Map<string, string>();
  for (const folder of folders) {
    for (const name of requirementsFiles(folder)) {
      const path = join(folder, name);
      for (const line of requirementLines(path, textOf(path)) ?? []) {
        const limits = line.replace(/^[\w.-]+\s*(?:\[[^\]]*\])?\s*\(?/, '').replace(/[;)].*$/, '');
        if (!required.has(distributionOf(line))) required.set(distributionOf(line), limits.trim());
      }
    }
  }
  return {
    installed: (name) => installed.versionOf(name),
    required: (name) => required.get(name) ?? null,
  };
}

function originIn(module: string, folders: readonly string[], installed: () => Installed): ModuleOrigin {
  const [top = module] = module.split('.');
  if (isStandardModule(top)) return { type: 'standard' };
  if (KERNEL.test(module)) return { type: 'kernel' };
  if (folders.some((folder) => isModuleIn(folder, top) || isModuleIn(join(folder, 'src'), top)))
    return { type: 'local' };
  const table = tableEntry(module);
  const here = installed().withModule(top);
  // (several distributions share a namespace such as `google`)
  if (here !== null && (table === null || !module.startsWith('google'))) {
    const others = (table ?? []).filter((name) => name !== here.name);
    return {
      type: 'package',
      distributions: [here.name, ...others],
      by: 'installed metadata',
      installed: here.version,
    };
  }
  if (table !== null) return { type: 'package', distributions: table, by: 'table', installed: null };
  return { type: 'package', distributions: [top], by: 'name', installed: null };
}

/** The table's entry for the longest known beginning of the module's path. */
function tableEntry(module: string): readonly string[] | null {
  const parts = module.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const found = DISTRIBUTIONS.get(parts.slice(0, length).join('.'));
    if (found !== undefined) return found;
  }
  return null;
}

function isModuleIn(folder: string, name: string): boolean {
  if (existsSync(join(folder, `${name}.py`))) return true;
  return namesIn(join(folder, name)).some(
    (file) => CODE.test(file) || existsSync(join(folder, name, file, '__init__.py')),
  );
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
