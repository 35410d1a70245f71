/** The folder of Sluice's own files: environments, settings, caches. Nothing is made here. */

import { join, resolve } from 'node:path';
import { cacheFolder } from '../platform/index.ts';

/** `SLUICE_HOME`, else `sluice` in the folder of caches: `~/.cache/sluice` on Linux. */
export function sluiceHome(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env.SLUICE_HOME || join(cacheFolder(env), 'sluice'));
}
