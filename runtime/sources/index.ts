/** Sources: notebooks, session files and IPython histories, all read as sessions of events. */
export { inferCells } from './cell-identity.ts';
export { cellNamed, cellNames } from './cell-named.ts';
export { type CodeCell, cellsAtEnd } from './cells-at-end.ts';
export { type FileBelow, filesBelow } from './files-below.ts';
export { findNotebooks } from './find-notebooks.ts';
export { fromNotebook } from './notebook-source.ts';
export { pastRuns } from './past-runs.ts';
export { toPlay } from './played.ts';
export { readSource, type SourceOptions } from './read-source.ts';
export { orderAfter, type SessionEvent } from './session-event.ts';
export { parseSessionFile } from './session-file.ts';
export type {
  HistorySession,
  HistorySessionInfo,
  NotebookSession,
  RecordedSession,
  SessionList,
  SourceSession,
} from './source.ts';
