/** Unsaved texts of files in the storage of the browser, by path. */

const PREFIX = 'sluice-text:';
/** Longer texts are not kept: the storage of a browser is small. */
const MOST_CHARACTERS = 1_000_000;

/** An unsaved text, and the version of the file that it follows. */
export interface TextDraft {
  readonly text: string;
  readonly version: string;
}

/** Keeps an unsaved text; false where it cannot. */
export function keepDraft(path: string, draft: TextDraft): boolean {
  if (draft.text.length > MOST_CHARACTERS) return false;
  try {
    localStorage.setItem(PREFIX + path, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** The kept text; null: none. */
export function keptDraft(path: string): TextDraft | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + path) ?? 'null') as TextDraft | null;
  } catch {
    return null;
  }
}

/** Drops the kept text. */
export function forgetDraft(path: string): void {
  try {
    localStorage.removeItem(PREFIX + path);
  } catch {
    // nothing was kept
  }
}
