/** The door of reproduction: runs notebooks again and compares them with their stored outputs; corpora of notebooks. */

export { type CorpusFile, corpusFiles, isInShard, type Shard } from './corpus.ts';
export { type FixHost, fixNotebook } from './fix-notebook.ts';
export { notebookFeatures } from './notebook-features.ts';
export { NotebookWorker } from './notebook-worker.ts';
export { writeReport } from './report.ts';
export { type ReproduceOptions, reproduceNotebook } from './reproduce-notebook.ts';
export { type Result, ResultsFile, readResults, type Saved, type Settings } from './results-file.ts';
export type { ReproduceHost } from './run-cells.ts';
export { type CorpusRun, CorpusRunner } from './run-corpus.ts';
export { workOnNotebooks } from './work-on-notebooks.ts';
export {
  type NotebookToRun,
  PROGRAMS,
  type ProgramName,
  type ReproduceStart,
  type StartMessage,
  type WorkerAnswer,
  type WorkerOptions,
  type WorkerStart,
} from './worker-messages.ts';
