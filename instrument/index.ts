/** The door of `instrument/`: the agent, its effects library, and the schema of its messages. */

export {
  type AgentConfig,
  type AgentSource,
  compiledAgent,
  installCode,
  OUTSIDE_COMM,
  readAgent,
} from './agent-source.ts';
export { type BuiltPageFile, contentOf, readPageFile } from './built-page.ts';
export {
  checkEffects,
  type EffectsLibrary,
  effectsBeside,
  libraryBeside,
  libraryWith,
  loadEffectsLibrary,
  type PackedEffects,
  shippedLibrary,
} from './effects-library.ts';
export { goneInterfaces, goneTable } from './gone-table.ts';
export { importActs } from './import-effects.ts';
export { builtFile, findPackageRoot } from './package-root.ts';
export {
  type ByteRange,
  checkIsPlain,
  MOST_OF_SETTINGS,
  readPlainFile,
  readPlainHead,
  readPlainText,
  streamPlainFile,
} from './plain-file.ts';
export * from './schema.ts';
export { starNames } from './star-names.ts';
export {
  executionRecord,
  outsideWrites,
  type RunOutcome,
  type WireStatement,
  type WireTrace,
} from './trace.ts';
export { SAMENESS, TRACE } from './trace-schema.ts';
