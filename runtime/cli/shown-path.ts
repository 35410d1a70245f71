/** Paths as they are shown. */

import { isAbsolute, relative } from 'node:path';

/** Relative to the working directory where it is below it, as code hosts need it. */
export function shownPath(path: string): string {
  const shown = relative(process.cwd(), path);
  return shown === '' || shown.startsWith('..') || isAbsolute(shown) ? path : shown;
}
