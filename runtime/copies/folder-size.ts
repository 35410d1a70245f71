/** The size of the files to copy, and the error for too large ones. */

import { sep } from 'node:path';
import { SluiceError } from '../words/index.ts';
import type { CopiedEntry } from './copied-entries.ts';

/** The size of the files seen so far, and of their parts. */
export class FolderSize {
  entries = 0;
  bytes = 0;
  readonly #parts = new Map<string, { entries: number; bytes: number }>();

  add(entry: CopiedEntry): void {
    const bytes = entry.type === 'file' ? entry.stat.size : 0;
    this.entries += 1;
    this.bytes += bytes;
    // of `c/data/x.csv` the part is `data`
    const [, name = '', inside] = entry.to.split(sep);
    if (name === '') return;
    const key = inside === undefined && entry.type === 'file' ? name : `${name}/`;
    const part = this.#parts.get(key) ?? { entries: 0, bytes: 0 };
    part.entries += 1;
    part.bytes += bytes;
    this.#parts.set(key, part);
  }

  /** The largest parts, at most three. */
  largest(by: 'entries' | 'bytes'): string {
    const parts = [...this.#parts].sort(([, a], [, b]) => b[by] - a[by]).slice(0, 3);
    const size = by === 'bytes' ? sizeText : countText;
    return parts.map(([name, part]) => `${name} ${size(part[by])}`).join(', ');
  }
}

/** The error for a folder too large for a private copy, with the remedy. `isWhole`: everything was counted. */
export function tooLarge(
  folder: string,
  size: FolderSize,
  most: { readonly entries: number; readonly bytes: number },
  { noOverlay, isWhole }: { readonly noOverlay: string; readonly isWhole: boolean },
): SluiceError {
  const by = size.bytes > most.bytes ? 'bytes' : 'entries';
  const bound = by === 'bytes' ? sizeText(most.bytes) : countText(most.entries);
  const more = isWhole ? '' : 'more than ';
  // rounded up, to be enough
  const enough = `${Math.ceil((size.bytes / 1e9) * 1.05 + 0.1)}G`;
  return new SluiceError(
    `no private copy of ${folder} can be made: it holds ${more}${sizeText(size.bytes)} in ` +
      `${countText(size.entries)} files and folders (${size.largest(by)}), at most ${bound} is copied, and no overlay can be ` +
      `had (${noOverlay}); --copy-limit ${isWhole ? enough : 'SIZE'} copies it all the same, --in-place runs the cells in ` +
      'the folder itself, which they can then change',
  );
}

/** Bytes for people. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

function countText(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ' ');
}
