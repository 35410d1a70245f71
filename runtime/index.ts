/** The runtime's door for pages: the messages that they and the server say to each other. Types only. */

export type {
  Answer,
  CellState,
  CellType,
  CellView,
  Evidence,
  FromPage,
  FromServer,
  JsonObject,
  KernelState,
  NotebookView,
  Operation,
  Output,
  Place,
  PlanView,
  Problem,
  Question,
  Variable,
  WidgetBuffer,
  WidgetEvent,
  WidgetModel,
  WidgetState,
} from './live/index.ts';
export type { FileChange, FileEntry, FolderListing, ShutdownRequest } from './server/index.ts';
