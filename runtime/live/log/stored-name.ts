/** The names of files beside a notebook with facts about it, which begin with the notebook's name. */

import { createHash } from 'node:crypto';
import { basename } from 'node:path';

/** File systems take 255 bytes; endings and copies need the rest. */
const MOST_BYTES = 200;

/** The beginning of the names: the notebook's, or of a very long one a part and a digest. */
export function storedName(notebook: string): string {
  const name = basename(notebook);
  const bytes = Buffer.from(name);
  if (bytes.length <= MOST_BYTES) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  // (a letter that is cut in two becomes another one)
  return `${bytes.subarray(0, MOST_BYTES / 2).toString()}-${digest}`;
}
