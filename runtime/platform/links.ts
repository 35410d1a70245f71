/** Symbolic links in copies. Windows lets every person link to folders, by junctions, and only some persons to files. */

import { statSync, symlinkSync } from 'node:fs';
import { pathsOf } from './paths.ts';
import { HERE } from './platform.ts';

/** The kind of a link, and its target. A junction needs an absolute target. */
export function linkKind(
  target: string,
  link: string,
  platform = HERE,
  isFolder: (path: string) => boolean = leadsToFolder,
): { readonly target: string; readonly kind: 'junction' | 'file' } {
  const { dirname, resolve } = pathsOf(platform);
  const path = resolve(dirname(link), target);
  if (platform !== 'win32' || !isFolder(path)) return { target, kind: 'file' };
  return { target: path, kind: 'junction' };
}

/** Makes a link. */
export function makeLink(target: string, link: string, platform = HERE): void {
  const made = linkKind(target, link, platform);
  symlinkSync(made.target, link, made.kind);
}

function leadsToFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
