/**
 * Paths in keys and entries: those in the folder of the notebook are relative to it, so that stored runs stand for
 * cells in a moved folder as well. Pure.
 */

import { join, sep } from 'node:path';

const HERE = './';

/** The path as keys have it. */
export function pathInKey(path: string, folder: string): string {
  if (path === folder) return HERE;
  const start = folder.endsWith(sep) ? folder : folder + sep;
  return path.startsWith(start) ? HERE + path.slice(start.length).split(sep).join('/') : path;
}

/** The path of a name that a key has. */
export function pathOfKey(name: string, folder: string): string {
  return name.startsWith(HERE) ? join(folder, name.slice(HERE.length)) : name;
}

/**
 * Text that may find out where the folder is. The record tells of uses of the working directory, but each relative
 * path is one. `agent/store/place.py` has the same words for modules.
 */
export const ASKS_WHERE =
  /\b(?:getcwdb?|cwd|abspath|absolute|resolve|realpath|relpath|samefile|readlink|chdir|fwalk|commonpath|__file__|__path__|_dh|getsourcefile|getfile)\b|\bsys\.(?:path|argv)\b/;

/** Whether results of code with this text may depend on the place of the folder. */
export function asksWhere(source: string): boolean {
  return ASKS_WHERE.test(source);
}
