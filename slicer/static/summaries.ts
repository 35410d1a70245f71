/**
 * Summaries: the reads, bindings and changes of a call of the notebook's function or class, and how they
 * spread through other functions. A summary belongs to no environment; the analysis of a call resolves its
 * names.
 */

import { LibraryKnowledge } from './interpreter/library.ts';
import { noteReading, type Reading, weaker } from './reading.ts';

/** One argument of a call: the roots with which it may share objects, in the caller's globals and parameters. */
export interface CallArgument {
  readonly position: number | null;
  readonly keyword: string | null;
  /** `*args` or `**kwargs`: the argument may reach any parameter. */
  readonly star: boolean;
  readonly roots: readonly string[];
}

/** A call by name. For a method, `callee` is its name and position 0 the receiver. */
export interface CallSite {
  readonly callee: string;
  readonly method: boolean;
  readonly arguments: readonly CallArgument[];
  /** The roots that the call may change if the callee is no function of the notebook. */
  readonly assumed: readonly string[];
}

/**
 * A function, class or known instance of a class of the notebook. A root that is a parameter is written as
 * `$` and its variable.
 */
export interface FunctionSummary {
  readonly kind: 'function' | 'class' | 'instance';
  readonly parameters: readonly {
    readonly name: string;
    readonly variadic: boolean;
    readonly keyword: boolean;
  }[];
  /** Global names read before they are bound by the body itself; surely: where the body runs. */
  readonly readings: ReadonlyMap<string, Reading>;
  /** Global names of functions that the body surely calls. */
  readonly surelyCalls: ReadonlySet<string>;
  /** Global names the body may bind (`global x`). */
  readonly bodyWrites: ReadonlySet<string>;
  readonly bodyMustWrites: ReadonlySet<string>;
  readonly bodyDeletes: ReadonlySet<string>;
  /** Global names whose object the body probably changes. */
  readonly bodyMutates: ReadonlySet<string>;
  /** Parameters whose object the body probably changes. */
  readonly mutatesParameters: ReadonlySet<string>;
  /** Whether the body may bind or read names not visible in its text (`exec`, `globals()`). */
  readonly dynamic: boolean;
  readonly calls: readonly CallSite[];
  readonly bases: readonly string[];
  readonly methods: ReadonlyMap<string, FunctionSummary>;
}

/** The analysis's knowledge of the notebook before a statement. */
export interface StaticEnvironment {
  readonly functions: ReadonlyMap<string, FunctionSummary>;
  /** Global names that may share objects with a name (symmetric). */
  readonly aliases?: ReadonlyMap<string, ReadonlySet<string>>;
  /** The assumed effect of an unknown call on its receiver and arguments: `read` or `mutate` (nbgather's rule). */
  readonly unknownCalls: 'read' | 'mutate';
  /** Imported names, with their dotted paths. */
  readonly imports: ReadonlyMap<string, string>;
  /** Names of changeable objects with a known class, by its dotted path. */
  readonly kinds: ReadonlyMap<string, string>;
  readonly library: LibraryKnowledge;
}

const beginnings = {
  read: new WeakMap<LibraryKnowledge, StaticEnvironment>(),
  mutate: new WeakMap<LibraryKnowledge, StaticEnvironment>(),
};

/** The first environment, without knowledge of the notebook. The same object for all notebooks. */
export function environmentWith(
  library: LibraryKnowledge,
  unknownCalls: 'read' | 'mutate' = 'read',
): StaticEnvironment {
  const made = beginnings[unknownCalls].get(library) ?? {
    functions: new Map(),
    imports: new Map(),
    kinds: new Map(),
    unknownCalls,
    library,
  };
  beginnings[unknownCalls].set(library, made);
  return made;
}

/** An environment without knowledge of libraries either: for analyses of the text alone. */
export const EMPTY_ENVIRONMENT: StaticEnvironment = environmentWith(
  new LibraryKnowledge({ version: 1, modules: {}, roles: {}, later: {} }),
);

/** A summary spread through everything it may call. */
export interface CallEffect {
  readonly readings: Map<string, Reading>;
  readonly writes: Set<string>;
  readonly mustWrites: ReadonlySet<string>;
  readonly deletes: Set<string>;
  readonly mutates: Set<string>;
  readonly mutatesParameters: Set<string>;
  dynamic: boolean;
}

/** Looks up the summary of a callee. */
export type FunctionLookup = (name: string) => FunctionSummary | undefined;

/** All functions of an environment: by name, and methods of any class by method name. */
export interface FunctionResolver {
  readonly lookup: FunctionLookup;
  readonly methodsNamed: (method: string) => readonly FunctionSummary[];
}

/** Resolver over maps; later maps win. */
export function resolverOf(...maps: readonly ReadonlyMap<string, FunctionSummary>[]): FunctionResolver {
  const lookup: FunctionLookup = (name) => {
    for (let i = maps.length - 1; i >= 0; i--) {
      const found = maps[i]!.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const methodsNamed = (method: string) => {
    const found = new Set<FunctionSummary>();
    for (const map of maps) {
      for (const summary of map.values()) {
        const candidate = summary.methods.get(method);
        if (candidate !== undefined) found.add(candidate);
      }
    }
    return [...found];
  };
  return { lookup, methodsNamed };
}

const CONSTRUCTORS = ['__new__', '__init__', '__post_init__'];

/** The arguments of a call whose objects the callee probably changes; `shift` 1 where the callee gets an extra first. */
export function mutatedArguments(
  summary: FunctionSummary,
  mutated: ReadonlySet<string>,
  args: readonly CallArgument[],
  shift: number,
): CallArgument[] {
  if (mutated.size === 0) return [];
  const positional = summary.parameters.filter((parameter) => !parameter.keyword && !parameter.variadic);
  const variadic = summary.parameters.filter((parameter) => parameter.variadic);
  return args.filter(({ position, keyword, star }) => {
    if (star) return true;
    const named = keyword ?? (position === null ? undefined : positional[position + shift]?.name);
    const known = named !== undefined && summary.parameters.some((parameter) => parameter.name === named);
    return known ? mutated.has(named) : variadic.some((parameter) => mutated.has(parameter.name));
  });
}

/** A function's body that a call runs; `shift` is 1 if the body gets an extra argument first. */
export interface CalledBody {
  readonly body: FunctionSummary;
  readonly shift: number;
}

/** The bodies that a use of `summary` may run: the function, a class's constructors, any method of an instance. */
export function calledBodies(
  summary: FunctionSummary,
  resolver: FunctionResolver,
  seen: ReadonlySet<string> = new Set(),
): CalledBody[] {
  if (summary.kind === 'function') return [{ body: summary, shift: 0 }];
  const names = summary.kind === 'class' ? CONSTRUCTORS : [...summary.methods.keys()];
  const bodies = names.flatMap((name) => {
    const body = summary.methods.get(name);
    return body === undefined ? [] : [{ body, shift: 1 }];
  });
  for (const base of summary.bases) {
    const found = seen.has(base) ? undefined : resolver.lookup(base);
    if (found === undefined || found.kind === 'function') continue;
    bodies.push(...calledBodies({ ...found, kind: summary.kind }, resolver, new Set([...seen, base])));
  }
  return bodies;
}

/** The body that a call of `summary` runs, if there is exactly one. */
export function onlyBody(
  summary: FunctionSummary | undefined,
  resolver: FunctionResolver,
): FunctionSummary | null {
  const bodies = summary === undefined ? [] : calledBodies(summary, resolver);
  return bodies.length === 1 ? bodies[0]!.body : null;
}

/** Every body that a call site may run. */
export function bodiesOfCall(site: CallSite, resolver: FunctionResolver): CalledBody[] {
  if (site.method) return resolver.methodsNamed(site.callee).map((body) => ({ body, shift: 0 }));
  const summary = resolver.lookup(site.callee);
  return summary === undefined ? [] : calledBodies(summary, resolver);
}

interface Link extends CalledBody {
  readonly site: CallSite | null;
}

function linksOf(body: FunctionSummary, resolver: FunctionResolver): Link[] {
  const links: Link[] = [];
  for (const name of body.readings.keys()) {
    const callee = resolver.lookup(name);
    if (callee === undefined) continue;
    for (const inner of calledBodies(callee, resolver)) links.push({ ...inner, site: null });
  }
  for (const site of body.calls) {
    for (const inner of bodiesOfCall(site, resolver)) links.push({ ...inner, site });
  }
  return links;
}

function addAll(into: Set<string>, from: Iterable<string>): boolean {
  const before = into.size;
  for (const name of from) into.add(name);
  return into.size > before;
}

/** Adds the effects of a link's callee; returns whether any was new. */
function spread(effect: CallEffect, inner: CallEffect, link: Link): boolean {
  let grown = addAll(effect.writes, inner.writes);
  for (const [name, reading] of inner.readings) {
    grown = noteReading(effect.readings, name, weaker(reading, 'perhaps')) || grown;
  }
  grown = addAll(effect.deletes, inner.deletes) || grown;
  grown = addAll(effect.mutates, inner.mutates) || grown;
  if (inner.dynamic && !effect.dynamic) {
    effect.dynamic = true;
    grown = true;
  }
  const args = link.site?.arguments ?? [];
  for (const argument of mutatedArguments(link.body, inner.mutatesParameters, args, link.shift)) {
    grown = changeRoots(effect, argument.roots) || grown;
  }
  return grown;
}

/** Adds changes of roots; returns whether any was new. */
function changeRoots(effect: CallEffect, roots: readonly string[]): boolean {
  let grown = false;
  for (const root of roots) {
    const parameter = /^\$#\d+:(.*)$/.exec(root)?.[1];
    if (parameter === undefined) grown = addAll(effect.mutates, [root]) || grown;
    else grown = addAll(effect.mutatesParameters, [parameter]) || grown;
  }
  return grown;
}

/** Effects of bodies, spread through everything they may call, to a fixed point (functions may be recursive). */
export class EffectSpreader {
  readonly resolver: FunctionResolver;
  private readonly done = new Map<FunctionSummary, CallEffect>();

  constructor(resolver: FunctionResolver) {
    this.resolver = resolver;
  }

  /** The effect of running one body. */
  of(body: FunctionSummary): CallEffect {
    const known = this.done.get(body);
    if (known !== undefined) return known;
    const reached = new Map<FunctionSummary, readonly Link[]>();
    const pending = [body];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (reached.has(next) || this.done.has(next)) continue;
      const links = linksOf(next, this.resolver);
      reached.set(next, links);
      pending.push(...links.map((link) => link.body));
    }
    for (const summary of reached.keys()) this.done.set(summary, this.ownEffect(summary));
    for (let grown = true; grown; ) {
      grown = false;
      for (const [summary, links] of reached) {
        const effect = this.done.get(summary)!;
        for (const link of links) grown = spread(effect, this.done.get(link.body)!, link) || grown;
      }
    }
    return this.done.get(body)!;
  }

  /** The effects of a body itself, including calls in it of functions outside of the notebook. */
  private ownEffect(body: FunctionSummary): CallEffect {
    const effect: CallEffect = {
      readings: new Map(body.readings),
      writes: new Set(body.bodyWrites),
      mustWrites: body.bodyMustWrites,
      deletes: new Set(body.bodyDeletes),
      mutates: new Set(body.bodyMutates),
      mutatesParameters: new Set(body.mutatesParameters),
      dynamic: body.dynamic,
    };
    for (const site of body.calls) {
      if (site.assumed.length === 0) continue;
      // A method of this name in the notebook need not be the callee.
      if (!site.method && bodiesOfCall(site, this.resolver).length > 0) continue;
      changeRoots(
        effect,
        site.assumed.filter((root) => (this.resolver.lookup(root)?.kind ?? 'instance') === 'instance'),
      );
    }
    return effect;
  }
}

const union = <T>(a: Iterable<T>, b: Iterable<T>): Set<T> => new Set([...a, ...b]);

/** The reads of either of two functions: a read is sure only if both are. */
function mergeReadings(
  a: ReadonlyMap<string, Reading>,
  b: ReadonlyMap<string, Reading>,
): ReadonlyMap<string, Reading> {
  const found = new Map<string, Reading>();
  for (const [name, reading] of [...a, ...b]) {
    const both = a.get(name) === 'surely' && b.get(name) === 'surely';
    noteReading(found, name, both ? reading : weaker(reading, 'perhaps'));
  }
  return found;
}

/** One summary for a name that may refer to either of two functions. */
export function mergeSummaries(a: FunctionSummary, b: FunctionSummary): FunctionSummary {
  if (a === b) return a;
  return {
    kind: a.kind,
    parameters: a.parameters.length >= b.parameters.length ? a.parameters : b.parameters,
    readings: mergeReadings(a.readings, b.readings),
    surelyCalls: new Set([...a.surelyCalls].filter((name) => b.surelyCalls.has(name))),
    bodyWrites: union(a.bodyWrites, b.bodyWrites),
    bodyMustWrites: new Set([...a.bodyMustWrites].filter((name) => b.bodyMustWrites.has(name))),
    bodyDeletes: union(a.bodyDeletes, b.bodyDeletes),
    bodyMutates: union(a.bodyMutates, b.bodyMutates),
    mutatesParameters: union(a.mutatesParameters, b.mutatesParameters),
    dynamic: a.dynamic || b.dynamic,
    calls: [...a.calls, ...b.calls],
    bases: [...union(a.bases, b.bases)],
    methods: new Map([...a.methods, ...b.methods]),
  };
}
