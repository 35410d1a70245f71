/** Finds the one file of a project that declares a notebook's dependencies, and reads it. It judges nothing. */

import { basename, join } from 'node:path';
import { projectFolders, requirementsFiles } from './project.ts';
import { distributionOf, requirementLines } from './requirement-lines.ts';
import { textOf } from './what-is-there.ts';

/** The declared dependencies of a project. */
export interface DeclaredRequirements {
  readonly path: string;
  /** As pip reads them. */
  readonly lines: readonly string[];
  /** `3.9`, if the file names a version of Python. */
  readonly python: string | null;
}

/**
 * From the most exact to the vaguest: first pinned versions for a run, last the declarations of a library for
 * its users.
 */
const PREFERENCE: readonly RegExp[] = [
  /^requirements\.txt$/i,
  /\.ya?ml$/i,
  /^Pipfile$/,
  /^pyproject\.toml$/,
  /^setup\.(?:cfg|py)$/,
  /^requirements?[\w.-]*\.txt$/i,
];

/** Packages of conda itself, missing in every index of Python packages. */
const CONDA = new Set([
  'python',
  'conda',
  'anaconda',
  'pip',
  'nodejs',
  'nb-conda-kernels',
  'nb-conda',
  'mkl',
  'libgcc',
]);

/** The nearest file with dependencies, in the notebook's folder or above it in the project. */
export function declaredRequirements(folder: string): DeclaredRequirements | null {
  for (const at of projectFolders(folder)) {
    const files = requirementsFiles(at).sort((a, b) => rank(a) - rank(b));
    for (const file of files) {
      const path = join(at, file);
      const lines = requirementLines(path, textOf(path));
      if (lines === null || lines.length === 0) continue;
      const python = lines.find((line) => distributionOf(line) === 'python');
      return {
        path,
        lines: lines.filter((line) => !CONDA.has(distributionOf(line))),
        python: /\d+\.\d+/.exec(python ?? '')?.[0] ?? null,
      };
    }
  }
  return null;
}

function rank(file: string): number {
  const found = PREFERENCE.findIndex((pattern) => pattern.test(basename(file)));
  return found < 0 ? PREFERENCE.length : found;
}
