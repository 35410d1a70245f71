/** The usual folders of a person, and the variables that name the folder for temporary files. Nothing is made here. */

import { homedir } from 'node:os';
import { pathsOf } from './paths.ts';
import { HERE, type Platform } from './platform.ts';

/** The folder of caches: `XDG_CACHE_HOME` or `~/.cache`, `~/Library/Caches`, `%LOCALAPPDATA%`. */
export function cacheFolder(env: NodeJS.ProcessEnv, home = homedir(), platform = HERE): string {
  const { join } = pathsOf(platform);
  if (platform === 'win32') return env.LOCALAPPDATA || join(home, 'AppData', 'Local');
  if (platform === 'darwin') return join(home, 'Library', 'Caches');
  return env.XDG_CACHE_HOME || join(home, '.cache');
}

/** The folder of Jupyter's data, as jupyter_core chooses the folder. */
export function jupyterDataFolder(env: NodeJS.ProcessEnv, home = homedir(), platform = HERE): string {
  const { join } = pathsOf(platform);
  if (platform === 'win32') return join(env.APPDATA || home, 'jupyter');
  if (platform === 'darwin') return join(home, 'Library', 'Jupyter');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'jupyter');
}

export interface TrashFolders {
  /** For the files. */
  readonly files: string;
  /** For a note about each file, as freedesktop.org defines the notes; null: this trash has none. */
  readonly notes: string | null;
}

/** The trash of the desktop. Programs cannot move files to the Recycle Bin of Windows by a rename: Sluice has a trash of its own there. */
export function trashFolders(env: NodeJS.ProcessEnv, home = homedir(), platform = HERE): TrashFolders {
  const { join } = pathsOf(platform);
  if (platform === 'win32')
    return { files: join(cacheFolder(env, home, platform), 'sluice', 'trash'), notes: null };
  if (platform === 'darwin') return { files: join(home, '.Trash'), notes: null };
  const trash = join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'Trash');
  return { files: join(trash, 'files'), notes: join(trash, 'info') };
}

/** The variable by which a person chooses the folder for temporary files. */
export function temporaryVariable(platform: Platform = HERE): 'TEMP' | 'TMPDIR' {
  return platform === 'win32' ? 'TEMP' : 'TMPDIR';
}

/** The variables that make a folder the one for temporary files of a process, and of all programs that it starts. */
export function temporaryVariables(folder: string, platform = HERE): Record<string, string> {
  return platform === 'win32' ? { TEMP: folder, TMP: folder } : { TMPDIR: folder };
}
