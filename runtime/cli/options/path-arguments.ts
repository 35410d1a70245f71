/** Names of files in the arguments, as absolute paths. They are not opened. */

import { resolve } from 'node:path';
import { SluiceError } from '../../words/index.ts';
import { text, type Values } from './option-values.ts';

/** The one file of a command; null: none was named. @throws {SluiceError} 2 for several. */
export function atMostOne(name: string, positionals: readonly string[]): string | null {
  if (positionals.length > 1)
    throw new SluiceError(`sluice ${name} takes one file, not ${positionals.length}`);
  const [path = null] = positionals;
  if (path === '') throw new SluiceError(`sluice ${name} was given an empty name; name a file`);
  return path === null ? null : resolve(path);
}

/** The one file of a command, which needs it. @throws {SluiceError} 2 for none or several. */
export function exactlyOne(name: string, positionals: readonly string[]): string {
  const path = atMostOne(name, positionals);
  if (path === null) throw new SluiceError(`sluice ${name} needs a file; see: sluice help ${name}`);
  return path;
}

/** The file of an option for a result, whose name must have one of these endings; null if absent. */
export function outputPath(values: Values, kinds: readonly string[], option = 'output'): string | null {
  const out = text(values, option);
  if (out === null) return null;
  if (!kinds.some((kind) => out.toLowerCase().endsWith(`.${kind}`))) {
    throw new SluiceError(
      `${option === 'output' ? '-o' : `--${option}`} ${out}: its name must end in ${kinds.map((kind) => `.${kind}`).join(' or ')}`,
    );
  }
  return resolve(out);
}
