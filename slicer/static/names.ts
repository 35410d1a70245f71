/**
 * The global names of one module-level statement: read, bound, deleted, changed, called, and its function
 * definitions. Order within the statement counts; liveness.ts and def-use.ts handle the order between
 * statements.
 */

import { buildScopes } from './build-scopes.ts';
import { changedMap } from './layered-map.ts';
import { isGlobalKey } from './name-flow.ts';
import type { CellStatement } from './parse.ts';
import { type Reading, weaker } from './reading.ts';
import { StatementFlow } from './statement-flow.ts';
import {
  EMPTY_ENVIRONMENT,
  type FunctionSummary,
  mergeSummaries,
  type StaticEnvironment,
} from './summaries.ts';

/** The accesses of a statement to global names. Builtins are names like others: see BUILTIN_NAMES. */
export interface StatementNames {
  /** Read before surely bound in the statement; includes the reads of notebook functions that it may run. */
  readonly reads: ReadonlySet<string>;
  /** The certainty of each read. */
  readonly readings: ReadonlyMap<string, Reading>;
  /** Whether the code after the statement may not be reached. */
  readonly leaves: boolean;
  /** May be bound: mustWrite and mayWrite together. */
  readonly writes: ReadonlySet<string>;
  /** Bound or deleted on every path through the statement that does not raise. */
  readonly mustWrite: ReadonlySet<string>;
  /** Bound on some paths only. */
  readonly mayWrite: ReadonlySet<string>;
  /** Unbound on some path: `del`, the name of an `except … as`. */
  readonly deletes: ReadonlySet<string>;
  /** Names whose object the statement probably changes in place, and names that may share the object. */
  readonly mutates: ReadonlySet<string>;
  /** Global names called directly. */
  readonly calls: ReadonlySet<string>;
  /** Names of methods called. */
  readonly methodCalls: ReadonlySet<string>;
  /** Functions, classes and known instances that the statement binds to global names. */
  readonly functions: ReadonlyMap<string, FunctionSummary>;
  /** For a bound name, the global names its object may share parts with. */
  readonly aliases: ReadonlyMap<string, ReadonlySet<string>>;
  /** For each imported global name, its dotted path. */
  readonly imports: ReadonlyMap<string, string>;
  /** For each bound name, the class of its value; null: not known. */
  readonly kinds: ReadonlyMap<string, string | null>;
  /** Modules of `from m import *`. */
  readonly starImports: readonly string[];
  /**
   * Whether the statement may bind or change names not visible in its text: star-import, `%run`, `exec`,
   * `globals()`.
   */
  readonly unknownWrites: boolean;
}

/** Analyses a statement in an environment; without one, calls of notebook functions are unknown. */
export function analyzeNames(
  statement: CellStatement,
  environment: StaticEnvironment = EMPTY_ENVIRONMENT,
): StatementNames {
  const scopes = buildScopes(statement.body);
  const flow = new StatementFlow(scopes, environment);
  flow.block(statement.body, scopes.module);
  const { calledNames: calls, methodCalls, starImports } = flow;
  const readings = new Map<string, Reading>();
  for (const [name, reading] of flow.paths.readings) {
    if (!statement.isolated?.has(name)) readings.set(name, weaker(reading, statement.certainty));
  }
  const reads = new Set(readings.keys());
  const { leaves } = flow.paths;
  const mutates = new Set(
    [...flow.mutated].filter((key) => isGlobalKey(key) && !statement.isolated?.has(key)),
  );
  const unknownWrites = flow.unknownWrites || flow.dynamic;
  const shared = { reads, readings, leaves, calls, methodCalls, mutates, starImports, unknownWrites };
  const nothing: ReadonlySet<string> = new Set();
  if (statement.isolated) {
    const none = { writes: nothing, mustWrite: nothing, mayWrite: nothing, deletes: nothing };
    return {
      ...shared,
      ...none,
      functions: new Map(),
      aliases: new Map(),
      imports: new Map(),
      kinds: new Map(),
    };
  }
  const { writes, deletes } = flow;
  const mustWrite = new Set([...(flow.state ?? [])].filter(isGlobalKey));
  const global = <T>(map: ReadonlyMap<string, T>) => new Map([...map].filter(([key]) => isGlobalKey(key)));
  const aliases = new Map<string, Set<string>>();
  for (const [key, roots] of global(flow.aliases)) {
    const names = new Set([...roots].filter(isGlobalKey));
    if (names.size > 0) aliases.set(key, names);
  }
  return {
    ...shared,
    writes,
    mustWrite,
    mayWrite: new Set([...writes].filter((name) => !mustWrite.has(name))),
    deletes,
    functions: global(flow.defined),
    aliases,
    imports: global(flow.imported),
    kinds: global(flow.kinds),
  };
}

const NO_ALIASES: ReadonlyMap<string, ReadonlySet<string>> = new Map();

/** Alias groups after a statement: names surely bound leave theirs, then the statement's sharings join groups. */
function nextAliases(
  names: StatementNames,
  { aliases }: StaticEnvironment,
): ReadonlyMap<string, ReadonlySet<string>> {
  const isSame = names.aliases.size === 0 && ![...names.mustWrite].some((name) => aliases?.has(name));
  if (isSame) return aliases ?? NO_ALIASES;
  const groups = new Map(aliases);
  for (const name of names.mustWrite) {
    for (const mate of groups.get(name) ?? []) {
      const kept = new Set(groups.get(mate));
      kept.delete(name);
      if (kept.size > 0) groups.set(mate, kept);
      else groups.delete(mate);
    }
    groups.delete(name);
  }
  for (const [name, roots] of names.aliases) {
    // A root that the statement rebinds (`x = x[0]`): the name joins the old object's group.
    const members = new Set([name]);
    for (const root of roots) {
      if (!names.mustWrite.has(root) || root === name) members.add(root);
      for (const mate of aliases?.get(root) ?? []) if (!names.mustWrite.has(mate)) members.add(mate);
    }
    for (const member of [...members]) for (const mate of groups.get(member) ?? []) members.add(mate);
    for (const member of members) groups.set(member, new Set([...members].filter((mate) => mate !== member)));
  }
  return groups;
}

/** The environment after a statement ran. */
export function environmentAfter(names: StatementNames, environment: StaticEnvironment): StaticEnvironment {
  const { functions, aliases } = environment;
  const kinds = nextPaths(environment.kinds, names, kindsAfter(names, environment));
  const imports = nextPaths(environment.imports, names, names.imports);
  const unchanged =
    kinds === environment.kinds &&
    imports === environment.imports &&
    names.functions.size === 0 &&
    names.aliases.size === 0 &&
    ![...names.mustWrite].some((name) => functions.has(name) || aliases?.has(name));
  if (unchanged) return environment;
  return {
    ...environment,
    functions: functionsAfter(names, functions),
    aliases: nextAliases(names, environment),
    imports,
    kinds,
  };
}

function functionsAfter(
  names: StatementNames,
  before: StaticEnvironment['functions'],
): StaticEnvironment['functions'] {
  if (names.functions.size === 0 && ![...names.mustWrite].some((name) => before.has(name))) return before;
  const next = new Map(before);
  for (const name of names.mustWrite) next.delete(name);
  for (const [name, summary] of names.functions) {
    const known = next.get(name);
    next.set(name, known === undefined ? summary : mergeSummaries(known, summary));
  }
  return next;
}

/** Unchangeable classes are not needed, and methods of containers are known by their names alone. */
const NEEDLESS = /^builtins\.(?:int|float|complex|bool|str|bytes|NoneType|range|tuple|list|dict|set)$/;

/** The classes of names after a statement: a class is known only if all paths agree. */
function kindsAfter(names: StatementNames, { kinds }: StaticEnvironment): ReadonlyMap<string, string> {
  const known = [...names.kinds].flatMap(([name, kind]) => {
    const agrees = names.mustWrite.has(name) || kinds.get(name) === kind;
    return kind === null || !agrees || NEEDLESS.test(kind) ? [] : [[name, kind] as const];
  });
  return new Map(known);
}

/** Paths of names after a statement; the same map if nothing has changed. */
function nextPaths(
  before: ReadonlyMap<string, string>,
  { writes, mustWrite }: StatementNames,
  bound: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const gone = [...writes, ...mustWrite].filter((name) => before.has(name) && !bound.has(name));
  const fresh = [...bound].filter(([name, path]) => before.get(name) !== path);
  if (gone.length === 0 && fresh.length === 0) return before;
  return changedMap(before, gone, fresh);
}
