/** The runtime's door for pages: the messages that they and the server say to each other. Types only. */

export type {
  Answer,
  CellState,
  CellType,
  CellView,
  Criterion,
  DeletedCell,
  Evidence,
  FromPage,
  FromServer,
  GatherProgress,
  JsonObject,
  KernelState,
  NotebookView,
  Operation,
  Output,
  PastRun,
  Place,
  PlanView,
  Question,
  SlicedRun,
  Variable,
} from './live/index.ts';
export type { FileChange, FileEntry, FolderListing, ShutdownRequest } from './server/index.ts';
