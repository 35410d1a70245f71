/** Messages between pages and the server about the files of the opened folder, over HTTP. Types only. */

import type { HistorySessionInfo } from '../sources/index.ts';

/** A file in a browser's listing. Paths are relative to the opened folder, with `/`. */
export interface FileEntry {
  readonly name: string;
  readonly path: string;
  /** `session`: an IPython history, or a file with the name of a session file. */
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
}

/** A change: `POST /api/files`; the answer is `{ path }` of the result, or `{ error }`. */
export type FileChange =
  | { readonly op: 'new-notebook'; readonly path: string }
  | { readonly op: 'new-folder'; readonly path: string; readonly name: string }
  | { readonly op: 'rename'; readonly path: string; readonly name: string }
  | { readonly op: 'duplicate'; readonly path: string }
  | { readonly op: 'trash'; readonly path: string }
  /** Restores the file of this path that the server moved to the trash last. */
  | { readonly op: 'restore'; readonly path: string };

/** Ends an open notebook's kernel: `POST /api/shutdown`. */
export interface ShutdownRequest {
  readonly path: string;
}

/** The sessions in a history or a session file: `GET /api/sessions?path=`. */
export interface SessionListing {
  /** `recorded`: the file is one session, and `sessions` is empty. */
  readonly kind: 'history' | 'recorded';
  readonly sessions: readonly HistorySessionInfo[];
}
