/** The server behind the pages: HTTP, WebSockets, files of the opened folder. */

export type {
  FileChange,
  FileEntry,
  FolderListing,
  SessionListing,
  ShutdownRequest,
} from './file-messages.ts';
export { checkNotHidden, insideFolder } from './inside-folder.ts';
export { findServer, noteServer, type RunningServer } from './running-servers.ts';
export { startUiServer, type UiServer, type UiServerOptions } from './ui-server.ts';
