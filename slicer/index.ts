/** The slicer's door: recording, slicing and gathering, pure and without a kernel. */

export * from './check/index.ts';
export * from './code-impact/index.ts';
export * from './difference/index.ts';
export * from './effects/index.ts';
export {
  type CellNames,
  Freshness,
  type NotebookStatus,
  type NotebookView,
  type OrderMode,
} from './freshness/index.ts';
export { gather } from './gather/gather.ts';
export type { Gathered, GatheredCell } from './gather/gathered.ts';
export { type Minimum, minimizeSlice, type Search } from './gather/minimize.ts';
export { effectsOf, fixedStatements, namesBound } from './gather/observables.ts';
export { pythonScript, type ScriptHeader, scriptCells } from './gather/python-script.ts';
export type { Direction } from './graph/adjacency.ts';
export type { Level } from './graph/backward-closure.ts';
export { type ChainLink, dependenceChain } from './graph/dependence-chain.ts';
export {
  type Dependence,
  DependenceGraph,
  type StatementNode,
  statementKey,
} from './graph/dependence-graph.ts';
export {
  type Guarantee,
  reasonsIn,
  type Slice,
  sliceExecution,
  sliceStatements,
} from './graph/slice.ts';
export * from './information-flow/index.ts';
export { followRuns, LEAK_KINDS, type LeakKind } from './leakage/index.ts';
export * from './notebook/index.ts';
export * from './parameters/index.ts';
export * from './query/index.ts';
export * from './reactive/index.ts';
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
  type OutsideKind,
  type Replacement,
  type StatementRecord,
  WATCH_KINDS,
  type WatchedFile,
  type WatchKind,
  type WorldRecord,
} from './records/execution-record.ts';
export { GLOBALS, isPresence, type Location, locationKey, STRUCTURE, WHOLE } from './records/location.ts';
export * from './reproduction/index.ts';
export {
  BUILTIN_NAMES,
  type DeclaredEffects,
  declaredEffects,
  findGlobalNames,
  findLoopNames,
  LibraryKnowledge,
  meaningOf,
  namesOfText,
  type ParsedCell,
  parseCell,
  pythonText,
  RunNames,
  type StringAt,
  stringAt,
  stringLines,
  trainersOf,
} from './static/index.ts';
export * from './study/index.ts';
export { capital } from './words/capital.ts';
export { cellTitle } from './words/cell-title.ts';
export { cellsCalled } from './words/cells-called.ts';
export { commentLines } from './words/comment-lines.ts';
export { editDistance } from './words/edit-distance.ts';
export { lineAt } from './words/line-at.ts';
export { listed } from './words/listed.ts';
export { mathRules } from './words/math-rules.ts';
export { nearestName, suggest } from './words/nearest-name.ts';
export { shownSymbol, symbolOf, symbolsOf } from './words/symbols.ts';
export { terminalText } from './words/terminal-text.ts';
