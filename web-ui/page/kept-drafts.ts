/**
 * Unsaved texts in the storage of the browser: a record for each page, which another page of the same
 * notebook takes over when this page is gone. Other files decide their use.
 */

import type { CellView } from '../../runtime/index.ts';

/** The text of a cell that the file may lack. */
export interface Draft {
  readonly cell: string;
  readonly type: CellView['type'];
  readonly text: string;
  /** The possible texts in the file, on which the draft follows. */
  readonly known: readonly string[];
  /** The time of typing (ms since 1970). */
  readonly at: number;
}

interface Kept {
  /** The notebook's file. */
  readonly path: string;
  readonly drafts: readonly Draft[];
}

const PREFIX = 'sluice-unsaved:';
/** The limit of characters that one page stores. */
const MOST_CHARACTERS = 1_000_000;
/** The wait for an answer of other pages. */
const ANSWER_MS = 300;

/** The drafts of this page and of earlier ones. */
export class KeptDrafts {
  readonly #page: string;
  readonly #pages = new BroadcastChannel('sluice-pages');

  /** `page`: a unique name for this page. */
  constructor(page: string) {
    this.#page = page;
    this.#pages.addEventListener('message', ({ data }: MessageEvent<{ asks?: string }>) => {
      if (data.asks === page) this.#pages.postMessage({ there: page });
    });
  }

  /** Stores the drafts of this page in place of its old ones; returns false if they cannot be stored. */
  keep(path: string, drafts: readonly Draft[]): boolean {
    const key = PREFIX + this.#page;
    try {
      if (drafts.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, written({ path, drafts }));
      return true;
    } catch {
      return false;
    }
  }

  /** Takes over drafts from closed pages of a notebook. */
  async takeOver(path: string): Promise<readonly Draft[]> {
    const keys = Object.keys(localStorage).filter(
      (key) => key.startsWith(PREFIX) && key !== PREFIX + this.#page && readAt(key)?.path === path,
    );
    if (keys.length === 0) return [];
    const there = await this.#whoIsThere(keys.map((key) => key.slice(PREFIX.length)));
    return keys.flatMap((key) => {
      // another page may have been faster
      const kept = there.has(key.slice(PREFIX.length)) ? null : readAt(key);
      if (kept === null) return [];
      localStorage.removeItem(key);
      return kept.drafts;
    });
  }

  async #whoIsThere(pages: readonly string[]): Promise<ReadonlySet<string>> {
    const there = new Set<string>();
    const hear = ({ data }: MessageEvent<{ there?: string }>) => {
      if (data.there !== undefined) there.add(data.there);
    };
    this.#pages.addEventListener('message', hear);
    for (const page of pages) this.#pages.postMessage({ asks: page });
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    this.#pages.removeEventListener('message', hear);
    return there;
  }
}

/** @throws {RangeError} when it is too long */
function written(kept: Kept): string {
  const text = JSON.stringify(kept);
  if (text.length <= MOST_CHARACTERS) return text;
  // the server has the earlier texts, but not the text itself
  const short = JSON.stringify({ ...kept, drafts: kept.drafts.map((draft) => ({ ...draft, known: [] })) });
  if (short.length > MOST_CHARACTERS) throw new RangeError('too much to be kept');
  return short;
}

function readAt(key: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}
