/**
 * Packs the compiled effects library for the way to the kernel: one compressed text per package, so that the agent unpacks only
 * what is imported, and each specification once for all names that share it. The agent's `effects_library.py` unpacks.
 */
import { deflateSync } from 'node:zlib';
import type { CompiledEffects, CompiledSpec } from './effects-compile.ts';

/** Names (joined by spaces) by the number of their specification. */
type Names = readonly (readonly [number, string])[];

/** A package's part: the specifications, and who has them. */
interface Packed {
  readonly specs: readonly CompiledSpec[];
  readonly modules: Readonly<
    Record<string, { readonly functions: Names; readonly classes: Readonly<Record<string, Names>> }>
  >;
}

/** By top-level package: `Packed` as JSON, deflated, in base64. */
export type PackedEffects = Readonly<Record<string, string>>;

/** Packs a library. */
export function packEffects(library: CompiledEffects): PackedEffects {
  const packages = new Map<string, string[]>();
  for (const name of Object.keys(library.modules)) {
    const top = name.split('.')[0]!;
    packages.set(top, [...(packages.get(top) ?? []), name]);
  }
  return Object.fromEntries([...packages].map(([top, names]) => [top, packPackage(library, names)]));
}

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
      const { functions, classes } = library.modules[name]!;
      const methods = Object.entries(classes).map(([className, specs]) => [className, grouped(specs)]);
      return [name, { functions: grouped(functions), classes: Object.fromEntries(methods) }];
    }),
  );
  const text = JSON.stringify({
    specs: [...numbers.keys()],
    modules: packed,
  });
  return deflateSync(text, { level: 9 }).toString('base64');
}
