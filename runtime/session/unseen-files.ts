/**
 * Finds the executions of a session that found other file contents than there are now, because another
 * program has changed them. It checks the disk, and decides nothing.
 */

import { type Exec, type FoundPath, foundKey, lastOfAnother } from '../../slicer/index.ts';
import { contentOf, signatureOf } from './file-signature.ts';

/** Files found here with an execution's signature: for other files, the kernel may see another machine's. */
export class UnseenFiles {
  readonly #here = new Set<string>();

  /** By key of the path: the last execution that found other content; paths without one are left out. */
  async look(found: readonly FoundPath[]): Promise<ReadonlyMap<string, Exec>> {
    const unseen = new Map<string, Exec>();
    for (const each of found) {
      const { path, kind, signatures, own, made } = each;
      // its signature does not tell the other programs' entries at that time
      if (own.size > 0) continue;
      const key = foundKey(path, kind);
      const now = await signatureOf(path, kind);
      if (now === null) continue;
      if (signatures.has(now)) this.#here.add(key);
      const content = made.size > 0 ? await contentOf(path) : null;
      if (made.size > 0 && content === null) continue;
      const last = lastOfAnother(
        each,
        (signature, exec) => signature === now || (content !== null && (made.get(content) ?? 0) >= exec),
      );
      if (this.#here.has(key) && last > 0) unseen.set(key, last);
    }
    return unseen;
  }
}
