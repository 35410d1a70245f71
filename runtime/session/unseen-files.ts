/**
 * Which executions of a session have not seen what is in files now, because another program has changed them since. It looks at the disk,
 * and decides nothing.
 */

import { type Exec, type FoundPath, foundKey, lastOfAnother } from '../../slicer/index.ts';
import { signatureOf } from './file-signature.ts';

/** Files that were found here once as an execution has found them: of others the kernel may see another machine's. */
export class UnseenFiles {
  readonly #here = new Set<string>();

  /** The last execution that has not seen what is there now, by the key of the path; paths that all have seen are left out. */
  async look(found: readonly FoundPath[]): Promise<ReadonlyMap<string, Exec>> {
    const unseen = new Map<string, Exec>();
    for (const each of found) {
      const { path, kind, signatures, own } = each;
      // what there was of others' then, its signature does not say
      if (own.size > 0) continue;
      const key = foundKey(path, kind);
      const now = await signatureOf(path, kind);
      if (now === null) continue;
      if (signatures.has(now)) this.#here.add(key);
      const last = lastOfAnother(each, (signature) => signature === now);
      if (this.#here.has(key) && last > 0) unseen.set(key, last);
    }
    return unseen;
  }
}
