/**
 * Paths of a system: drive letters, separators and upper case on Windows. On macOS, whose file systems mostly
 * ignore case, paths are compared as they are written.
 */

import { posix, win32 } from 'node:path';
import { HERE } from './platform.ts';

/** Node's functions for the paths of a system. */
export function pathsOf(platform = HERE): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

/** Whether an absolute path is that of a folder, or of something in it. */
export function isWithin(path: string, folder: string, platform = HERE): boolean {
  const { isAbsolute, relative, sep } = pathsOf(platform);
  const inner = relative(folder, path);
  return inner === '' || (inner !== '..' && !inner.startsWith(`..${sep}`) && !isAbsolute(inner));
}

const OF_UNIX = /^\/(?:usr|bin|sbin|lib\w*|etc|proc|sys|dev|run(?!\/media)|nix|Library|System)(?:\/|$)/;
const OF_WINDOWS = /^[a-z]:\\(?:windows|program files(?: \(x86\))?|programdata)(?:\\|$)/i;

/** Whether a path is one of the system and its devices, and no work of a person. */
export function isOfSystem(path: string, platform = HERE): boolean {
  return (platform === 'win32' ? OF_WINDOWS : OF_UNIX).test(path);
}
