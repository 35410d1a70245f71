/** Where programs are: on the PATH, in Python environments, and those that open a page. Nothing is started here. */

import { existsSync } from 'node:fs';
import { pathsOf } from './paths.ts';
import { HERE, type Platform } from './platform.ts';

type Exists = (path: string) => boolean;

/** The Python of a virtual or conda environment: the first possible path that exists, else the path that `venv` makes. */
export function pythonIn(prefix: string, platform = HERE, exists: Exists = existsSync): string {
  const { join } = pathsOf(platform);
  const possible =
    platform === 'win32'
      ? [join(prefix, 'Scripts', 'python.exe'), join(prefix, 'python.exe')] // conda has no Scripts\python.exe
      : [join(prefix, 'bin', 'python'), join(prefix, 'bin', 'python3')];
  return possible.find(exists) ?? possible[0]!;
}

/** The file of a program that an installer has put into a folder. */
export function programFile(folder: string, name: string, platform = HERE): string {
  return pathsOf(platform).join(folder, platform === 'win32' ? `${name}.exe` : name);
}

/** The absolute path of a program on a search path; null: it is not there. Relative folders do not count: they are of somebody's project. */
export function programOnPath(
  name: string,
  searchPath: string,
  platform = HERE,
  exists: Exists = existsSync,
): string | null {
  const { delimiter, isAbsolute, join } = pathsOf(platform);
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  const files = folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending)));
  return files.find(exists) ?? null;
}

/** The command that opens an address in the person's browser. */
export function openingCommand(address: string, platform: Platform = HERE): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', address];
  // (`cmd /c start` would read `&` and `^` of an address)
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}
