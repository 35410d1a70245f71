/**
 * The door of the effect language: stubs as text, as data, and in the forms that the agent and the static
 * side read. It reads no files.
 */

export { compileEffects } from './compile.ts';
export type {
  CompiledCondition,
  CompiledEffect,
  CompiledEffects,
  CompiledLaterTable,
  CompiledModule,
  CompiledPlace,
  CompiledResult,
  CompiledReturns,
  CompiledRoleSpec,
  CompiledRoles,
  CompiledRoleTable,
  CompiledSpec,
} from './compiled-effects.ts';
export type { Constant, RoleName, Stub, StubFile, StubProblem } from './model.ts';
export { formatStubProblem, parseEffects } from './parse.ts';
