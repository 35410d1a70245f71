/**
 * Loads the effects library: all shipped stub files, then the user's own, compiled for the agent.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type CompiledEffects, compileEffects } from './effects-compile.ts';
import type { StubFile, StubProblem } from './effects-model.ts';
import { type PackedEffects, packEffects } from './effects-pack.ts';
import { parseEffects } from './effects-parse.ts';
import { findPackageRoot } from './package-root.ts';

export type { PackedEffects };

/** The library, compiled and as it goes to the agent, and the mistakes found in stub files (their other stubs are in it). */
export interface EffectsLibrary {
  readonly effects: CompiledEffects;
  readonly packed: PackedEffects;
  readonly problems: readonly StubProblem[];
}

/**
 * Loads the shipped stubs and `userFiles` (paths; a later file's stub replaces an earlier one of the same name).
 * A user file that cannot be read is a problem, not an error. Throws only if the installation is broken.
 */
export function loadEffectsLibrary(userFiles: readonly string[] = []): EffectsLibrary {
  const shipped = readShippedStubs();
  const own = userFiles.map(readStubFile);
  const files = [...shipped, ...own];
  const effects = compileEffects(files);
  return { effects, packed: packEffects(effects), problems: files.flatMap((file) => file.problems) };
}

/** The name of the user's own stub file, for all notebooks in its folder. */
export const OWN_EFFECTS = 'sluice-effects.pyi';

/** The user's stub file in a notebook's folder, if there is one: as a list for `loadEffectsLibrary`. */
export function effectsBeside(folder: string): readonly string[] {
  const file = join(folder, OWN_EFFECTS);
  return existsSync(file) ? [file] : [];
}

/** The mistakes in one of the user's stub files. */
export function checkEffects(path: string): readonly StubProblem[] {
  return readStubFile(path).problems;
}

/** The parsed stub files that come with Sluice, in the order of their names. */
export function readShippedStubs(): readonly StubFile[] {
  const root = findPackageRoot();
  const folder = join(root, 'instrument', 'effects');
  const names = readdirSync(folder).filter((name) => name.endsWith('.pyi'));
  return names.sort().map((name) => {
    const path = join(folder, name);
    return parseEffects(readFileSync(path, 'utf8'), relative(root, path));
  });
}

function readStubFile(path: string): StubFile {
  try {
    return parseEffects(readFileSync(path, 'utf8'), path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `cannot be read (${reason}); check the path and its permissions`;
    return { file: path, modules: [], stubs: [], problems: [{ file: path, line: 1, message }] };
  }
}
