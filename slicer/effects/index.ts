/**
 * The door of the effect language: stubs as text, as data, and in the forms that the agent and the static
 * side read. It reads no files.
 */

export {
  type CompiledCondition,
  type CompiledEffect,
  type CompiledEffects,
  type CompiledLaterTable,
  type CompiledModule,
  type CompiledPlace,
  type CompiledResult,
  type CompiledReturns,
  type CompiledRoleSpec,
  type CompiledRoles,
  type CompiledRoleTable,
  type CompiledSpec,
  compileEffects,
} from './compile.ts';
export type { Constant, RoleName, Stub, StubFile, StubProblem } from './model.ts';
export { formatStubProblem, parseEffects } from './parse.ts';
