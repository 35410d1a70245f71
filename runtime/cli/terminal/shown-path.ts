/** Paths for display. */

import { isAbsolute, relative } from 'node:path';

/** Relative if the path is below the working directory, because code hosts need this form. */
export function shownPath(path: string): string {
  const shown = relative(process.cwd(), path);
  return shown === '' || shown.startsWith('..') || isAbsolute(shown) ? path : shown;
}
