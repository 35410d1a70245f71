/** The static side's door: analyses of code that has not run, or runs without probes. */

export { type BindingChange, type Definedness, definedAfter } from './binding-changes.ts';
export { buildScopes } from './build-scopes.ts';
export { BUILTIN_NAMES } from './builtins.ts';
export {
  analyzeExecution,
  buildStaticDefUse,
  type ExecutionSource,
  type StaticDefUse,
  type StaticExecution,
  type StaticStatement,
  type StaticTimestamp,
  sliceStatically,
} from './def-use.ts';
export { changedWords } from './environment-changes.ts';
export { findGlobalNames, findUses, type GlobalNames } from './global-names.ts';
export type { Evidence } from './interpreter/accesses.ts';
export { CallLog, type SeenAction, type WorldAction } from './interpreter/call-log.ts';
export { type CallRole, objectsAt, rolesOf } from './interpreter/declared-call.ts';
export type { Derivation, Domain, Here, TrackedCall } from './interpreter/domain.ts';
export { type CellResult, Interpreter } from './interpreter/interpreter.ts';
export { LibraryKnowledge } from './interpreter/library.ts';
export { AbstractObject, type Value } from './interpreter/objects.ts';
export { Trail } from './interpreter/trail.ts';
export { analyzeLiveness, type CellLiveness } from './liveness.ts';
export { findLoopNames } from './loop-names.ts';
export { type CellMagic, LINE_MAGICS, type Magic } from './magics.ts';
export { meaningOf } from './meaning.ts';
export { analyzeNames, environmentAfter, type StatementNames } from './names.ts';
export { type NormalizedCell, normalizeCell } from './normalize.ts';
export { type CellStatement, type ParsedCell, parseCell } from './parse.ts';
export { stripPrompts } from './prompts.ts';
export type { Reading } from './reading.ts';
export { type NameUse, resolveName, type Scope } from './scopes.ts';
export { catchesMissing } from './statement-flow.ts';
export { StaticSession } from './static-session.ts';
export { stringLines } from './string-lines.ts';
export {
  EMPTY_ENVIRONMENT,
  environmentWith,
  type FunctionSummary,
  type StaticEnvironment,
} from './summaries.ts';
export type { Expression } from './syntax.ts';
export { worldMentions } from './world-mentions.ts';
