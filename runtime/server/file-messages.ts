/** Messages between pages and the server about the files of the opened folder, over HTTP. Types only. */

import type { HistorySessionInfo } from '../sources/index.ts';

/** A file in a browser's listing. Paths are relative to the opened folder, with `/`. */
export interface FileEntry {
  readonly name: string;
  readonly path: string;
  /** `session`: an IPython history, or JSON lines that begin as a session file does. */
  readonly type: 'folder' | 'notebook' | 'session' | 'file';
  /** In bytes. */
  readonly size: number;
  /** In milliseconds since 1970. */
  readonly modified: number;
}

/** A folder's content: `GET /api/files?path=`. */
export interface FolderListing {
  readonly path: string;
  /** The name of the opened folder. */
  readonly root: string;
  readonly entries: readonly FileEntry[];
  /** Paths of open notebooks with a kernel. */
  readonly open: readonly string[];
  /** Whether the server gives pages terminals. */
  readonly hasTerminals: boolean;
}

/** A change: `POST /api/files`; the answer is `{ path }` of the result, or `{ error }`. */
export type FileChange =
  | { readonly op: 'new-notebook'; readonly path: string }
  /** An empty text file. */
  | { readonly op: 'new-file'; readonly path: string; readonly name: string }
  | { readonly op: 'new-folder'; readonly path: string; readonly name: string }
  | { readonly op: 'rename'; readonly path: string; readonly name: string }
  /** Moves a file or folder into the folder `to`. */
  | { readonly op: 'move'; readonly path: string; readonly to: string }
  | { readonly op: 'duplicate'; readonly path: string }
  | { readonly op: 'trash'; readonly path: string }
  /** Restores the file of this path that the server moved to the trash last. */
  | { readonly op: 'restore'; readonly path: string };

/** Files with a name in a folder and its subfolders: `GET /api/search?path=&words=`. */
export interface FoundFiles {
  readonly entries: readonly FileEntry[];
  /** Whether there may be more. */
  readonly more: boolean;
}

/** A text file: `GET /api/text?path=`; with `&known=VERSION`, `null` in place of the same version. */
export interface TextFile {
  /** With `\n` as line end, without a byte-order mark. */
  readonly text: string;
  /** Changes with the content. */
  readonly version: string;
  /** Why the text cannot be saved, as a sentence; null: it can. */
  readonly readOnly: string | null;
}

/**
 * The answer to a save of a text: `PUT /api/text?path=&version=`. The version is the loaded one, `new` for a missing file, or `any`
 * to overwrite all changes; the status 409 stands for another version on disk.
 */
export interface SavedText {
  readonly version: string;
}

/** The sessions in a history or a session file: `GET /api/sessions?path=`. */
export interface SessionListing {
  /** `recorded`: the file is one session, and `sessions` is empty. */
  readonly kind: 'history' | 'recorded';
  readonly sessions: readonly HistorySessionInfo[];
}
