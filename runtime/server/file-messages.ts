/** What pages and the server say to each other about the files of the opened folder, over HTTP. Types only. */

import type { HistorySessionInfo } from '../sources/index.ts';

/** A file as a browser lists it. Paths are from the opened folder, with `/`. */
export interface FileEntry {
  readonly name: string;
  readonly path: string;
  /** `session`: an IPython history, or what by its name is a session file. */
  readonly type: 'folder' | 'notebook' | 'session' | 'file';
  /** In bytes. */
  readonly size: number;
  /** In milliseconds since 1970. */
  readonly modified: number;
}

/** A folder's content: `GET /api/files?path=`. */
export interface FolderListing {
  readonly path: string;
  /** What the opened folder is called. */
  readonly root: string;
  readonly entries: readonly FileEntry[];
  /** Paths of notebooks that are open, with a kernel. */
  readonly open: readonly string[];
}

/** A change: `POST /api/files`; the answer is `{ path }` of what came of it, or `{ error }`. */
export type FileChange =
  | { readonly op: 'new-notebook'; readonly path: string }
  | { readonly op: 'new-folder'; readonly path: string; readonly name: string }
  | { readonly op: 'rename'; readonly path: string; readonly name: string }
  | { readonly op: 'duplicate'; readonly path: string }
  | { readonly op: 'trash'; readonly path: string }
  /** Takes what this server has put into the trash last, of this path, back from there. */
  | { readonly op: 'restore'; readonly path: string };

/** Ends an open notebook's kernel: `POST /api/shutdown`. */
export interface ShutdownRequest {
  readonly path: string;
}

/** What a history or a session file holds: `GET /api/sessions?path=`. */
export interface SessionListing {
  /** `recorded`: the file is one session, and `sessions` is empty. */
  readonly kind: 'history' | 'recorded';
  readonly sessions: readonly HistorySessionInfo[];
}
