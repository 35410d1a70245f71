/** The notebook's place on disk, as far as a kernel knows it. */

import { basename, join } from 'node:path';

/** A notebook file in the kernel's folder, whose settings and declarations count. `name`: from the front end. */
export function fileNamed(name = 'notebook.ipynb'): string {
  return join(process.cwd(), basename(name));
}
