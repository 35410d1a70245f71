/** The tabs of a page in the storage of its browser tab, so that a reload finds them again. */

const NAME = 'sluice-tabs';

/** The stored facts. */
export interface StoredTabs {
  readonly documents: readonly string[];
  /** Those that are Python files, and open as notebooks. */
  readonly scripts?: readonly string[];
  readonly beside: string | null;
  /** Whether the panel of files is open. */
  readonly files: boolean;
}

/** The tabs from before a reload; null: there are none. */
export function readTabs(): StoredTabs | null {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as StoredTabs | null;
  } catch {
    return null;
  }
}

/** Stores the tabs; does nothing where the browser stores nothing. */
export function storeTabs(tabs: StoredTabs): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(tabs));
  } catch {
    // the tabs are gone after a reload
  }
}
