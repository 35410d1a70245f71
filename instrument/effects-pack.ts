/**
 * Packs the compiled effects library for the way to the kernel: one compressed text per package, so that the
 * agent unpacks only imported packages, and each specification once for all names that share the
 * specification. The agent's `effects/library.py` unpacks the texts; `unpackEffects` does where a user's
 * declarations are added to a package.
 */
import { deflateSync, inflateSync } from 'node:zlib';
import type {
  CompiledEffect,
  CompiledEffects,
  CompiledModule,
  CompiledPlace,
  CompiledSpec,
} from '../slicer/index.ts';

/** Names (joined by spaces) by the number of their specification. */
type Names = readonly (readonly [number, string])[];

/**
 * The part of a package: the specifications as JSON, with their names; and the names of functions that may
 * change their first argument, or of methods that may change their receiver.
 */
interface Packed {
  readonly specs: readonly string[];
  readonly changing: { readonly functions: readonly string[]; readonly methods: readonly string[] };
  readonly modules: Readonly<
    Record<
      string,
      {
        readonly functions: Names;
        readonly classes: Readonly<Record<string, Names>>;
        readonly attributes: CompiledModule['attributes'];
      }
    >
  >;
}

/** By top-level package: `Packed` as JSON, deflated, in base64. */
export type PackedEffects = Readonly<Record<string, string>>;

/** Packs a library without roles and later draws, which only static analysis reads. */
export function packEffects(library: CompiledEffects): PackedEffects {
  const packages = new Map<string, string[]>();
  for (const name of Object.keys(library.modules)) {
    const top = packageOf(name);
    packages.set(top, [...(packages.get(top) ?? []), name]);
  }
  return Object.fromEntries([...packages].map(([top, names]) => [top, packPackage(library, names)]));
}

/** The unpacked modules of some packages. */
export function unpackEffects(library: PackedEffects, packages: ReadonlySet<string>): CompiledEffects {
  const wanted = Object.entries(library).filter(([name]) => packages.has(name));
  const modules = wanted.map(([, text]) => unpackPackage(text));
  return { version: 1, modules: Object.assign({}, ...modules), roles: {}, later: {} };
}

/** The package of a module. */
export function packageOf(module: string): string {
  return module.split('.')[0]!;
}

/** The unpacked modules of one package. */
export function unpackPackage(text: string): CompiledEffects['modules'] {
  const { specs, modules } = JSON.parse(inflateSync(Buffer.from(text, 'base64')).toString()) as Packed;
  const shared = JSON.parse(`[${specs.join()}]`) as CompiledSpec[];
  // plain loops: each command with the library waits for them
  const named = (names: Names): Record<string, CompiledSpec> => {
    const found = bare<CompiledSpec>();
    for (const [number, list] of names) for (const name of list.split(' ')) found[name] = shared[number]!;
    return found;
  };
  const unpacked = bare<CompiledModule>();
  for (const [name, { functions, classes, attributes }] of Object.entries(modules)) {
    const methods = bare<Record<string, CompiledSpec>>();
    for (const [className, names] of Object.entries(classes)) methods[className] = named(names);
    const results = bare<CompiledModule['attributes'][string]>();
    for (const [className, own] of Object.entries(attributes))
      results[className] = Object.assign(bare(), own);
    unpacked[name] = { functions: named(functions), classes: methods, attributes: results };
  }
  return unpacked;
}

/** A record without names of JavaScript's own: code may ask about a method `toString`. */
const bare = <Value>(): Record<string, Value> => Object.create(null) as Record<string, Value>;

function packPackage(library: CompiledEffects, modules: readonly string[]): string {
  const numbers = new Map<CompiledSpec, number>();
  const grouped = (specs: Readonly<Record<string, CompiledSpec>>): Names => {
    const names = new Map<number, string[]>();
    for (const [name, spec] of Object.entries(specs)) {
      const number = numbers.get(spec) ?? numbers.size;
      numbers.set(spec, number);
      names.set(number, [...(names.get(number) ?? []), name]);
    }
    return [...names].map(([number, list]) => [number, list.join(' ')]);
  };
  const packed: Packed['modules'] = Object.fromEntries(
    modules.map((name) => {
      const { functions, classes, attributes } = library.modules[name]!;
      const methods = Object.entries(classes).map(([className, specs]) => [className, grouped(specs)]);
      return [name, { functions: grouped(functions), classes: Object.fromEntries(methods), attributes }];
    }),
  );
  const compiled = modules.map((name) => library.modules[name]!);
  const specs = (part: (module: CompiledModule) => Iterable<Readonly<Record<string, CompiledSpec>>>) =>
    changing(compiled.flatMap((module) => [...part(module)]));
  const content: Packed = {
    specs: [...numbers.keys()].map((spec) => JSON.stringify(spec)),
    changing: {
      functions: specs(({ functions }) => [functions]),
      methods: specs(({ classes }) => Object.values(classes)),
    },
    modules: packed,
  };
  return deflateSync(JSON.stringify(content), { level: 9 }).toString('base64');
}

function changing(groups: readonly Readonly<Record<string, CompiledSpec>>[]): string[] {
  const entries = groups.flatMap((specs) => Object.entries(specs));
  return [...new Set(entries.filter(([, spec]) => changesFirst(spec)).map(([name]) => name))];
}

/** Whether a function may change the first of its arguments, or a method its receiver. */
function changesFirst({ params: [first], effect }: CompiledSpec): boolean {
  if (first === undefined || first[1] !== 'pos') return false;
  const isFirst = (place: CompiledPlace): boolean =>
    place[0] === 'length' ? isFirst(place[1]) : place[0] === 'param' && place[1] === first[0];
  const changes = (part: CompiledEffect): boolean => {
    if (part[0] === 'all') return part.slice(1).some((inner) => changes(inner as CompiledEffect));
    if (part[0] === 'if') return changes(part[2]) || changes(part[3]);
    return (
      (part[0] === 'mutates' || part[0] === 'writes') &&
      part.slice(1).some((p) => isFirst(p as CompiledPlace))
    );
  };
  return changes(effect);
}
