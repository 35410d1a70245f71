/** The static side's door: analyses of code that has not run, or runs without probes. */

export { type BindingChange, type Definedness, definedAfter } from './binding-changes.ts';
export { BUILTIN_NAMES } from './builtins.ts';
export { findGlobalNames, findUses, type GlobalNames } from './global-names.ts';
export type { Evidence } from './interpreter/accesses.ts';
export { CallLog, type SeenAction, type WorldAction } from './interpreter/call-log.ts';
export { type CallRole, objectsAt, rolesOf } from './interpreter/declared-call.ts';
export type { Derivation, Domain, Here, TrackedCall } from './interpreter/domain.ts';
export { type CellResult, Interpreter } from './interpreter/interpreter.ts';
export { LibraryKnowledge } from './interpreter/library.ts';
export type { StatementNames } from './interpreter/name-uses.ts';
export { AbstractObject, type Value } from './interpreter/objects.ts';
export { Trail } from './interpreter/trail.ts';
export type { CellLiveness } from './liveness.ts';
export type { CellMagic, Magic } from './magics.ts';
export { meaningOf } from './meaning.ts';
export { type NormalizedCell, normalizeCell } from './normalize.ts';
export { PageNames } from './page-names.ts';
export { type CellStatement, type ParsedCell, parseCell } from './parse.ts';
export { stripPrompts } from './prompts.ts';
export type { Reading } from './reading.ts';
export { namesOfText, RunNames } from './run-names.ts';
export type { Expression } from './syntax.ts';
export { worldMentions } from './world-mentions.ts';
