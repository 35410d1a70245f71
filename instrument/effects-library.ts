/**
 * Loads the effects library: the shipped stubs in compiled form, and the user's own stubs, which are compiled
 * at each start. Before a build, or after a change of a stub, the shipped stubs are compiled as well. Other
 * files parse and compile.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  type CompiledLaterTable,
  type CompiledRoleTable,
  compileEffects,
  type DeclaredEffects,
  declaredEffects,
  LibraryKnowledge,
  parseEffects,
  type StubFile,
  type StubProblem,
  trainersOf,
} from '../slicer/index.ts';
import { type PackedEffects, packageOf, packEffects, unpackEffects, unpackPackage } from './effects-pack.ts';
import { builtFile, findPackageRoot } from './package-root.ts';
import { MOST_OF_SETTINGS, readPlainText } from './plain-file.ts';

export type { PackedEffects };

/**
 * The library for the agent, and the mistakes in the user's stub files. The correct stubs of these files are
 * in the library.
 */
export interface EffectsLibrary {
  readonly packed: PackedEffects;
  readonly problems: readonly StubProblem[];
}

/**
 * The first line of the file of the build; the second line has the roles. `stubs`: a hash of the stubs' texts; `listing`: their
 * names and sizes.
 */
interface CompiledFile extends Omit<Shipped, 'roles'> {
  readonly stubs: string;
  readonly listing: string;
}

/** The shipped declarations: the part for the agent, and the part for static analysis. */
interface Shipped {
  readonly packed: PackedEffects;
  /** By package: the names of methods of its classes. */
  readonly methods: Readonly<Record<string, string>>;
  /** The uses of rows, half of the text: only notebooks that train a model need them. */
  readonly roles: () => CompiledRoleTable;
  /** The last names of callables that train a model. */
  readonly trainers: readonly string[];
  readonly later: CompiledLaterTable;
}

/** Written by the build. */
const COMPILED = builtFile('instrument/effects.json');

/**
 * Loads the shipped stubs and `userFiles` (paths; a later file's stub replaces an earlier one of the same name).
 * A user file that cannot be read is a problem, not an error. Throws only if the installation is broken.
 */
export function loadEffectsLibrary(userFiles: readonly string[] = [], compiled = COMPILED): EffectsLibrary {
  const own = userFiles.map(readStubFile);
  const { packed: shipped } = loadShipped(compiled);
  const packages = new Set(own.flatMap((file) => file.modules.map(packageOf)));
  // only what the user declares something about is unpacked
  const amended = packEffects(compileEffects(own, unpackEffects(shipped, packages)));
  return { packed: { ...shipped, ...amended }, problems: own.flatMap((file) => file.problems) };
}

/** The declarations for analyses of code that does not run: each package is unpacked when code asks about the package. */
function loadDeclared(userFiles: readonly string[] = [], compiled = COMPILED): DeclaredEffects {
  const own = userFiles.map(readStubFile);
  const { packed, methods, roles, trainers, later } = loadShipped(compiled);
  const amended = new Set(own.flatMap((file) => file.modules.map(packageOf)));
  const isOwn = own.length > 0;
  const base = { ...unpackEffects(packed, amended), roles: isOwn ? roles() : {}, later };
  const mixed = declaredEffects(compileEffects(own, base));
  let byMethod: ReadonlyMap<string, readonly string[]> | null = null;
  return {
    get roles() {
      return isOwn ? mixed.roles : roles();
    },
    trainers: isOwn ? mixed.trainers : new Set(trainers),
    later: mixed.later,
    modulesOf(name) {
      // (a package may have a name of JavaScript's, such as `constructor`)
      const isShipped = Object.hasOwn(packed, name) && !amended.has(name);
      return isShipped ? unpackPackage(packed[name]!) : mixed.modulesOf(name);
    },
    packagesWithMethod(name) {
      byMethod ??= packagesByMethod(methods);
      const others = (byMethod.get(name) ?? []).filter((each) => !amended.has(each));
      return [...others, ...mixed.packagesWithMethod(name)];
    },
  };
}

function packagesByMethod(methods: Shipped['methods']): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [name, list] of Object.entries(methods)) {
    for (const method of list.split(' ')) {
      const known = found.get(method);
      if (known) known.push(name);
      else found.set(method, [name]);
    }
  }
  return found;
}

let shipped: LibraryKnowledge | null = null;

/** The shipped declarations for analyses of code that does not run; read once in a process. */
export function shippedLibrary(): LibraryKnowledge {
  shipped ??= new LibraryKnowledge(loadDeclared());
  return shipped;
}

/** The same with the user's own declarations. */
export function libraryWith(userFiles: readonly string[]): LibraryKnowledge {
  return userFiles.length === 0 ? shippedLibrary() : new LibraryKnowledge(loadDeclared(userFiles));
}

let beside: { readonly key: string; readonly library: LibraryKnowledge } | null = null;

/**
 * The declarations for the notebooks of a folder, with the correct ones of the user's file there (kernels
 * report its mistakes). The last answer is cached while the file stays the same.
 */
export function libraryBeside(folder: string): LibraryKnowledge {
  const own = effectsBeside(folder).filter((file) => checkEffects(file).length === 0);
  if (own.length === 0) return shippedLibrary();
  const key = JSON.stringify(own.map((file) => [file, readPlainText(file, MOST_OF_SETTINGS)]));
  if (beside?.key !== key) beside = { key, library: libraryWith(own) };
  return beside.library;
}

/**
 * Writes the compiled form of the shipped stubs, for the build. A process that starts meanwhile sees the
 * whole file or none.
 */
export function writeCompiledEffects(compiled = COMPILED): void {
  const texts = readShippedTexts();
  const { listing } = shippedFiles();
  const { roles, ...rest } = compileShipped(texts);
  const content: CompiledFile = { stubs: hashOf(texts), listing, ...rest };
  const fresh = `${compiled}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(content)}\n${JSON.stringify(roles())}`);
  renameSync(fresh, compiled);
}

/** The shipped stubs from the compiled form, if the form is up to date; else compiled here. */
function loadShipped(compiled: string): Shipped {
  if (existsSync(compiled)) {
    const [first = '', second = '{}'] = readPlainText(compiled, Infinity).split('\n');
    const { stubs, listing, ...rest } = JSON.parse(first) as CompiledFile;
    let roles: CompiledRoleTable | null = null;
    const shipped: Shipped = {
      ...rest,
      roles() {
        roles ??= JSON.parse(second) as CompiledRoleTable;
        return roles;
      },
    };
    // the texts are read only where a stub is younger than its compiled form, as after an installation or an edit
    const now = shippedFiles();
    if (listing === now.listing && now.changed <= statSync(compiled).mtimeMs) return shipped;
    if (stubs === hashOf(readShippedTexts())) return shipped;
  }
  return compileShipped(readShippedTexts());
}

function compileShipped(texts: ShippedTexts): Shipped {
  const library = compileEffects(parseShipped(texts));
  const { roles, later, modules } = library;
  const methods: Record<string, Set<string>> = {};
  for (const [path, { classes }] of Object.entries(modules)) {
    methods[packageOf(path)] ??= new Set();
    for (const name of Object.values(classes).flatMap(Object.keys)) methods[packageOf(path)]!.add(name);
  }
  const joined = Object.entries(methods).map(([name, found]) => [name, [...found].join(' ')]);
  return {
    packed: packEffects(library),
    methods: Object.fromEntries(joined),
    roles: () => roles,
    trainers: [...trainersOf(roles)],
    later,
  };
}

function hashOf(texts: ShippedTexts): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
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
  return parseShipped(readShippedTexts());
}

/** Pairs of the path in the package and the text. */
type ShippedTexts = readonly (readonly [string, string])[];

function readShippedTexts(): ShippedTexts {
  const root = findPackageRoot();
  return shippedFiles().paths.map((path) => [relative(root, path), readPlainText(path, MOST_OF_SETTINGS)]);
}

/** The shipped stubs, by name; the time of the last change of a file or of their folder. */
function shippedFiles(): {
  readonly paths: readonly string[];
  readonly listing: string;
  readonly changed: number;
} {
  const folder = join(findPackageRoot(), 'instrument', 'effects');
  const names = readdirSync(folder).filter((name) => name.endsWith('.pyi'));
  const paths = names.sort().map((name) => join(folder, name));
  const found = paths.map((path) => statSync(path));
  return {
    paths,
    listing: found.map(({ size }, at) => `${names[at]} ${size}`).join(),
    changed: Math.max(...found.map(({ mtimeMs }) => mtimeMs)),
  };
}

function parseShipped(texts: ShippedTexts): readonly StubFile[] {
  return texts.map(([file, text]) => parseEffects(text, file));
}

function readStubFile(path: string): StubFile {
  try {
    return parseEffects(readPlainText(path, MOST_OF_SETTINGS), path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `cannot be read (${reason}); check the path and its permissions`;
    return {
      file: path,
      modules: [],
      stubs: [],
      attributes: [],
      problems: [{ file: path, line: 1, message }],
    };
  }
}
