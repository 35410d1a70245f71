/** Studies' door: tables and plots over many runs, as a page of its own with the tables as CSV beside it. */

export { type RuleLimits, USUAL_LIMITS } from './association-rules.ts';
export {
  type AnalysedNotebook,
  type AnalysisStart,
  leftOut,
  measureNotebook,
  notebookStudy,
  readAnnotations,
} from './notebooks/index.ts';
export { saveParquet } from './parquet.ts';
export { reproductionStudy } from './reproduction/index.ts';
export {
  type FoundSession,
  findSessions,
  measureSession,
  outsideOf,
  type SessionResult,
  sessionStudy,
} from './sessions/index.ts';
export { ANALYSED, mergeResults, REPRODUCED, readStudied, type StudiedKind } from './studied-results.ts';
export type { Study, StudyTable } from './study.ts';
export { saveStudy } from './study-page.ts';
