/** The one file of a project that says what a notebook needs, and what it says. It judges nothing. */

import { basename, join } from 'node:path';
import { projectFolders, requirementsFiles } from './project.ts';
import { distributionOf, requirementLines } from './requirement-lines.ts';
import { textOf } from './what-is-there.ts';

/** What a project declares. */
export interface DeclaredRequirements {
  readonly path: string;
  /** As pip reads them. */
  readonly lines: readonly string[];
  /** `3.9`, of a file that names a version of Python. */
  readonly python: string | null;
}

/** From the most exact to the vaguest: what was pinned for a run, then what a library of the project says of its users. */
const PREFERENCE: readonly RegExp[] = [
  /^requirements\.txt$/i,
  /\.ya?ml$/i,
  /^Pipfile$/,
  /^pyproject\.toml$/,
  /^setup\.(?:cfg|py)$/,
  /^requirements?[\w.-]*\.txt$/i,
];

/** conda's own, which no index of Python packages has. */
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

/** The nearest file, in the notebook's folder or above it in the project, that says something of packages. */
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
