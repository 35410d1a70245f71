/** The names of notebook files, and the names that are safe everywhere. */

/** The name without `.ipynb` or `.py`; null: there is no file. */
export function stemOf(fileName: string | null): string | null {
  return fileName === null ? null : fileName.replace(/\.(?:ipynb|py)$/i, '');
}

/** A character that the guidelines do not allow; another rule handles blanks. */
export const SPECIAL = /[^A-Za-z0-9._\s-]/u;

/** The disallowed characters, for people. */
export function specialIn(stem: string): string {
  return [...new Set(stem.match(new RegExp(SPECIAL, 'gu')))].slice(0, 8).join(' ');
}

/** A similar name that is safe everywhere. */
export function renamed(stem: string): string {
  const plain = stem.normalize('NFKD').replace(/\p{M}/gu, '');
  const safe = plain.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/-{2,}/g, '-');
  return `${safe.replace(/^-|-$/g, '') || 'notebook'}.ipynb`;
}
