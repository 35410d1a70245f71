/** Features of a notebook, which studies compare with its outcome. It judges nothing. */

import { dirname } from 'node:path';
import { checkNotebook } from '../../../slicer/index.ts';
import {
  checkedNotebook,
  declaredRequirements,
  type Libraries,
  type Projects,
} from '../../checking/index.ts';
import type { Notebook } from '../../documents/index.ts';
import { storedPython } from '../environments/index.ts';

/** Rules for problems that the run itself shows. */
const NOT_BEFORE_IT_RUNS = new Set(['impossible-output', 'contract']);

/**
 * The features, sorted: codes of `sluice check` rules with findings, the stored Python, the size, and the
 * kind of declarations.
 */
export function notebookFeatures(
  notebook: Notebook,
  path: string,
  projects: Projects,
  libraries: Libraries,
): readonly string[] {
  const folder = dirname(path);
  const checked = checkedNotebook(notebook, projects.around(folder));
  const { findings, facts } = checkNotebook(
    checked,
    { select: null, ignore: [], phase: 'share' } as const,
    libraries.around(folder),
  );
  const codes = new Set(findings.map(({ code }) => code).filter((code) => !NOT_BEFORE_IT_RUNS.has(code)));
  const python = storedPython(notebook)?.match(/^\d+\.\d+/)?.[0];
  const code = facts.code.filter(({ blank }) => !blank).length;
  return [
    ...codes,
    ...(python === undefined ? [] : [`python ${python.startsWith('2') ? '2' : python}`]),
    code <= 10 ? 'cells 1-10' : code <= 30 ? 'cells 11-30' : 'cells 31-',
    ...(declaredRequirements(folder) === null ? [] : ['declares requirements']),
    ...(notebook.cells.some(({ type }) => type === 'markdown') ? ['has text'] : []),
  ].sort();
}
