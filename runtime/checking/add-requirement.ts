/** Adds a distribution to the requirements of a notebook's project. It installs nothing. */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { saveAtomically } from '../documents/index.ts';
import { DISTRIBUTIONS } from './distribution-table.ts';
import { projectFolders, requirementsFiles } from './project.ts';
import { requirementNames } from './requirement-lines.ts';
import { textOf } from './what-is-there.ts';

/** The usual distribution of a module. */
export function distributionOfModule(module: string): string {
  const [top = module] = module.split('.');
  return (DISTRIBUTIONS.get(module) ?? DISTRIBUTIONS.get(top))?.[0] ?? top.replaceAll('_', '-');
}

/**
 * The file that can get a line: the nearest `requirements.txt` of the project, or a new one, if no file
 * declares packages in another form; null: one does.
 */
export function requirementsToExtend(folder: string): string | null {
  for (const at of projectFolders(folder)) {
    const file = join(at, 'requirements.txt');
    if (existsSync(file)) return file;
    if (requirementsFiles(at).length > 0) return null;
  }
  return join(folder, 'requirements.txt');
}

/**
 * Adds a line, unless the file has the distribution. @throws {SluiceError} when the file is a link out of the
 * project: another person's folder may have links to anything
 */
export function addRequirement(file: string, distribution: string): void {
  const text = textOf(file);
  if (requirementNames(file, text)?.includes(distribution.toLowerCase()) === true) return;
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  saveAtomically(file, `${before}${distribution}\n`, projectFolders(dirname(file)).at(-1));
}
