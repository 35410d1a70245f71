/** The packages that a notebook needs: its project's declarations, otherwise its imports. It installs nothing. */

import { dirname, relative } from 'node:path';
import { importsIn } from '../../../slicer/index.ts';
import { declaredRequirements, distributionOf, type Projects } from '../../checking/index.ts';
import { isJsonObject, type Notebook } from '../../documents/index.ts';

/** The packages to install, and their source. */
export interface NeededPackages {
  /** In pip's syntax, one for each package. */
  readonly lines: readonly string[];
  /** `requirements.txt`, or `its imports`. */
  readonly source: string;
  /** Packages known from imports, with the source of the package's name. */
  readonly inferred: ReadonlyMap<string, 'installed metadata' | 'table' | 'name'>;
  /** The version of Python from any record, such as `3.8`. */
  readonly python: string | null;
}

/**
 * The needs of the notebook at `path`. `what`: `said` takes the declarations, and imports only without them;
 * `all` takes both.
 */
export function neededPackages(
  notebook: Notebook,
  path: string,
  projects: Projects,
  what: 'said' | 'all' = 'said',
): NeededPackages {
  const folder = dirname(path);
  const declared = declaredRequirements(folder);
  const python = declared?.python ?? storedPython(notebook)?.match(/^\d+\.\d+/)?.[0] ?? null;
  if (declared !== null && what === 'said') {
    const source = relative(folder, declared.path);
    return { lines: once(declared.lines), source, inferred: new Map(), python };
  }
  const inferred = importedPackages(notebook, folder, projects);
  const imported = [...inferred.keys()].sort();
  if (declared === null) return { lines: imported, source: 'its imports', inferred, python };
  const lines = once([...declared.lines, ...imported]);
  return { lines, source: `${relative(folder, declared.path)} and its imports`, inferred, python };
}

/**
 * Adds modules and packages that the notebook's libraries asked for while it ran. It changes only needs from
 * imports, not declared ones. Null: nothing to add.
 */
export function withAskedFor(
  needed: NeededPackages,
  asked: ReadonlySet<string>,
  path: string,
  projects: Projects,
): NeededPackages | null {
  if (needed.inferred.size === 0) return null;
  const { originOf } = projects.around(dirname(path));
  const inferred = new Map(needed.inferred);
  for (const name of asked) {
    const origin = originOf(name);
    if (origin.type !== 'package') continue;
    const distribution = distributionOf(origin.distributions[0]!);
    if (!inferred.has(distribution)) inferred.set(distribution, origin.by);
  }
  const added = [...inferred.keys()].filter((name) => !needed.inferred.has(name)).sort();
  if (added.length === 0) return null;
  const lines = [...inferred.keys()].sort();
  return {
    ...needed,
    lines,
    source: `${needed.source} and what these asked for (${added.join(', ')})`,
    inferred,
  };
}

function importedPackages(
  notebook: Notebook,
  folder: string,
  projects: Projects,
): NeededPackages['inferred'] {
  const { originOf } = projects.around(folder);
  const inferred = new Map<string, 'installed metadata' | 'table' | 'name'>();
  for (const cell of notebook.cells) {
    if (cell.type !== 'code') continue;
    for (const { module, tried } of importsIn(cell.source)) {
      if (tried || module.startsWith('.')) continue;
      const origin = originOf(module);
      if (origin.type === 'package') inferred.set(distributionOf(origin.distributions[0]!), origin.by);
    }
  }
  return inferred;
}

/** The version of Python stored in a notebook, if there is one. */
export function storedPython({ metadata }: Pick<Notebook, 'metadata'>): string | null {
  const info = isJsonObject(metadata.language_info) ? metadata.language_info : {};
  return typeof info.version === 'string' ? info.version : null;
}

/** The first line for each package; lines with markers all stay, because a file may name a package once per system. */
function once(lines: readonly string[]): string[] {
  const seen = new Set<string>();
  return lines.filter(
    (line) => line.includes(';') || (!seen.has(distributionOf(line)) && seen.add(distributionOf(line))),
  );
}
