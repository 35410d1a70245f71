/** The slicer's door: recording, slicing and gathering, pure and without a kernel. */

export type { Direction } from './adjacency.ts';
export type { Level } from './backward-closure.ts';
export * from './check/index.ts';
export * from './code-impact/index.ts';
export { type ChainLink, dependenceChain } from './dependence-chain.ts';
export { type Dependence, DependenceGraph, type StatementNode, statementKey } from './dependence-graph.ts';
export { editDistance } from './edit-distance.ts';
export * from './effects/index.ts';
export {
  type CellNames,
  Freshness,
  type NotebookStatus,
  type NotebookView,
  type OrderMode,
} from './freshness/index.ts';
export { gather } from './gather.ts';
export type { Gathered, GatheredCell } from './gathered.ts';
export * from './information-flow/index.ts';
export { followRuns, LEAK_KINDS, type LeakKind } from './leakage/index.ts';
export { lineAt } from './line-at.ts';
export { type Minimum, minimizeSlice, type Search } from './minimize.ts';
export {
  type Access,
  type AccessKind,
  type CellId,
  ESCAPE_CODES,
  type Escape,
  type EscapeCode,
  type Exec,
  type ExecutionRecord,
  type ExecutionStatus,
  GLOBALS,
  isPresence,
  type Location,
  locationKey,
  type OutsideKind,
  type Replacement,
  STRUCTURE,
  type StatementRecord,
  WATCH_KINDS,
  type WatchedFile,
  type WatchKind,
  WHOLE,
  type WorldRecord,
} from './model.ts';
export { nearestName, suggest } from './nearest-name.ts';
export { effectsOf, fixedStatements, namesBound } from './observables.ts';
export { pythonScript, type ScriptHeader, scriptCells } from './python-script.ts';
export * from './query/index.ts';
export * from './reactive/index.ts';
export * from './reproduction/index.ts';
export {
  type Guarantee,
  reasonsIn,
  type Slice,
  sliceExecution,
  sliceStatements,
} from './slice.ts';
export {
  analyzeExecution,
  analyzeLiveness,
  BUILTIN_NAMES,
  changedWords,
  EMPTY_ENVIRONMENT,
  environmentWith,
  LibraryKnowledge,
  type ParsedCell,
  parseCell,
  type StaticEnvironment,
} from './static/index.ts';
export * from './study/index.ts';
export { shownSymbol, symbolOf, symbolsOf } from './symbols.ts';
