/** The server behind the pages: HTTP, WebSockets, files of the opened folder. */

export { type AppServer, startAppServer } from './app-server.ts';
export type { VisitorLimits } from './app-visitors.ts';
export type { ExtensionsAnswer, FoundExtension } from './extension-messages.ts';
export type {
  FileChange,
  FileEntry,
  FolderListing,
  FoundFiles,
  SavedText,
  SessionListing,
  TextFile,
} from './file-messages.ts';
export { checkNotHidden, insideFolder } from './inside-folder.ts';
export type { KernelOrder, RunningKernel } from './kernel-messages.ts';
export type { KernelHost } from './running-kernels.ts';
export { findServer, noteServer, type RunningServer, type ServerNote, serversIn } from './running-servers.ts';
export { readSettings } from './settings.ts';
export type { Settings, SettingsAnswer } from './settings-messages.ts';
export type { FromTerminalPage, PageTerminal, TerminalOrder, ToTerminalPage } from './terminal-messages.ts';
export { startUiServer, type UiServer, type UiServerOptions } from './ui-server.ts';
export { widgetCodeIn } from './widget-code.ts';
