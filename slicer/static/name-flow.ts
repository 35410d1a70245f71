/**
 * The state of an analysis in order of evaluation: the global names surely bound so far, the names read
 * before, and the names bound, deleted or changed. It knows names and scopes; expression-flow.ts and
 * statement-flow.ts drive it.
 */
import { ReadingPaths, surelyReadBy } from './definedness.ts';
import type { Reading } from './reading.ts';
import { mangleName, resolveName, type Scope, type ScopeTree } from './scopes.ts';
import {
  type CallEffect,
  type CallSite,
  calledBodies,
  EffectSpreader,
  type FunctionSummary,
  onlyBody,
  resolverOf,
  type StaticEnvironment,
} from './summaries.ts';

/** Names surely bound (or deleted) on every path to here; null where no path leads. Never changed in place. */
export type FlowState = ReadonlySet<string> | null;

/** The names surely bound on both of two paths. */
export function joinStates(a: FlowState, b: FlowState): FlowState {
  if (a === null || a === b) return b;
  if (b === null) return a;
  return new Set([...a].filter((name) => b.has(name)));
}

/**
 * A variable: a global name as it is, a local one as `#scope:name`. Only global ones are results; local ones carry
 * aliases and class variables.
 */
export type VariableKey = string;

export const isGlobalKey = (key: VariableKey): boolean => !key.startsWith('#');

/** Collects the names of one statement, or of one function's body. */
export class NameFlow {
  state: FlowState = new Set();
  /** The names read, with their certainty. */
  readonly paths = new ReadingPaths();
  readonly writes = new Set<string>();
  readonly deletes = new Set<string>();
  readonly mutated = new Set<VariableKey>();
  readonly calls: CallSite[] = [];
  readonly methodCalls = new Set<string>();
  readonly calledNames = new Set<string>();
  /** Functions and classes bound here, by variable. */
  readonly defined = new Map<VariableKey, FunctionSummary>();
  /**
   * Variables that may share objects with a variable: one direction for locals; the environment reads globals
   * in both directions.
   */
  readonly aliases = new Map<VariableKey, Set<VariableKey>>();
  readonly starImports: string[] = [];
  /** Imported here: the dotted path of a variable. */
  readonly imported = new Map<VariableKey, string>();
  /** Bound here: the class of a variable's value, by its dotted path; null: not known, or several. */
  readonly kinds = new Map<VariableKey, string | null>();
  /** Whether names not visible in the text may be bound. */
  unknownWrites = false;
  dynamic = false;
  readonly scopes: ScopeTree;
  readonly environment: StaticEnvironment;
  /** Whether calls are followed now. The calls of a body are followed where the body is called. */
  readonly followsCalls: boolean;
  private spreader: EffectSpreader | null = null;

  constructor(scopes: ScopeTree, environment: StaticEnvironment, followsCalls: boolean) {
    this.scopes = scopes;
    this.environment = environment;
    this.followsCalls = followsCalls;
  }

  key(name: string, scope: Scope): VariableKey {
    const mangled = mangleName(name, scope.className);
    const owner = resolveName(mangled, scope);
    return owner.kind === 'module' ? mangled : `#${owner.id}:${mangled}`;
  }

  /** Reads a name; returns its variable. A class variable that may be unbound falls back to the global. */
  load(name: string, scope: Scope): VariableKey {
    const key = this.key(name, scope);
    if (isGlobalKey(key)) this.loadGlobal(key);
    else if (scope.kind === 'class' && this.state !== null && !this.state.has(key)) {
      const mangled = mangleName(name, scope.className);
      // From a class body the interpreter looks into the globals next, not into the functions around.
      if (scope.bound.has(mangled)) this.paths.perhaps(() => this.loadGlobal(mangled));
    }
    return key;
  }

  loadGlobal(name: string): void {
    if (this.state === null || this.state.has(name)) return;
    this.paths.read(name, this.dynamic || this.unknownWrites || this.writes.has(name));
  }

  /** Binds a name. `kind`: the class of its value, if known. */
  bind(name: string, scope: Scope, kind: string | null = null): VariableKey {
    const key = this.key(name, scope);
    if (this.state === null) return key;
    // after several bindings the name may have either class
    this.kinds.set(key, this.kinds.has(key) && this.kinds.get(key) !== kind ? null : kind);
    if (isGlobalKey(key)) this.writes.add(key);
    else if (scope.kind !== 'class') return key;
    this.state = new Set(this.state).add(key);
    return key;
  }

  /** Unbinds a name: this ends earlier bindings as surely as a new binding would. */
  unbind(name: string, scope: Scope): void {
    const key = this.key(name, scope);
    if (this.state === null) return;
    if (isGlobalKey(key)) {
      this.deletes.add(key);
      this.state = new Set(this.state).add(key);
    } else if (scope.kind === 'class') {
      this.state = new Set([...this.state].filter((other) => other !== key));
    }
  }

  /** Changes the object of a variable and of all variables that may share it. */
  mutate(key: VariableKey): void {
    if (this.state === null) return;
    const pending = [key];
    const seen = new Set<VariableKey>();
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      this.mutated.add(next);
      pending.push(...(this.aliases.get(next) ?? []));
      if (isGlobalKey(next)) pending.push(...(this.environment.aliases?.get(next) ?? []));
    }
  }

  /** Notes that a variable may share objects with others from now on. */
  alias(key: VariableKey, roots: Iterable<VariableKey>): void {
    const known = this.aliases.get(key) ?? new Set();
    for (const root of roots) if (root !== key) known.add(root);
    if (known.size > 0) this.aliases.set(key, known);
  }

  /** The functions defined here and in the environment, rebuilt after each definition here. */
  effects(): EffectSpreader {
    this.spreader ??= new EffectSpreader(resolverOf(this.environment.functions, this.defined));
    return this.spreader;
  }

  define(key: VariableKey, summary: FunctionSummary): void {
    this.defined.set(key, summary);
    this.spreader = null;
  }

  functionAt(key: VariableKey): FunctionSummary | undefined {
    return this.followsCalls || !isGlobalKey(key)
      ? (this.defined.get(key) ?? this.environment.functions.get(key))
      : undefined;
  }

  /** The dotted path from which a variable was imported. */
  importAt(key: VariableKey): string | undefined {
    return this.imported.get(key) ?? (isGlobalKey(key) ? this.environment.imports.get(key) : undefined);
  }

  /** The class of a variable's value; null: not known. */
  kindAt(key: VariableKey): string | null {
    const own = this.kinds.get(key);
    return own !== undefined ? own : isGlobalKey(key) ? (this.environment.kinds.get(key) ?? null) : null;
  }

  /**
   * Notes that a function of the notebook may run here, because the code passes it on, or reads it without a
   * call by name.
   */
  mayRun(summary: FunctionSummary): void {
    const spreader = this.effects();
    for (const { body } of calledBodies(summary, spreader.resolver)) this.apply(spreader.of(body), null);
  }

  /** Adds the reads of a function that may run here. */
  loadAll(readings: ReadonlyMap<string, Reading>): void {
    for (const [name, reading] of readings) {
      if (reading === 'harmless') this.paths.harmless(() => this.loadGlobal(name));
      else this.paths.perhaps(() => this.loadGlobal(name));
    }
  }

  /** Adds the effects of a call. `must`: the function that surely runs; null: another function may run, or none. */
  apply(effect: CallEffect, must: FunctionSummary | null): void {
    if (this.state === null) return;
    if (must !== null && !effect.dynamic) {
      const called = (name: string) =>
        onlyBody(this.effects().resolver.lookup(name), this.effects().resolver);
      for (const name of surelyReadBy(must, effect.writes, called)) this.loadGlobal(name);
    }
    this.loadAll(effect.readings);
    for (const name of effect.writes) this.writes.add(name);
    for (const name of effect.deletes) this.deletes.add(name);
    for (const name of effect.mutates) this.mutate(name);
    this.dynamic ||= effect.dynamic;
    if (must !== null) this.state = new Set([...this.state, ...effect.mustWrites]);
  }
}
