/** Runs the effects oracles: Python programs with calls of the real libraries. The tests decide which results pass. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readShippedStubs } from '../../instrument/effects-library.ts';
import { shippedLibrary } from '../../instrument/index.ts';
import { compileEffects } from '../../slicer/effects/compile.ts';
import type { Stub, StubFile } from '../../slicer/effects/model.ts';
import { rolesOf } from '../../slicer/static/index.ts';

/** The result of `oracle.py`: the lists hold mistakes. */
export interface NamesReport {
  readonly resolve: readonly string[];
  readonly signatures: readonly string[];
  readonly calls: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** The result of `check.py` for one library. `failed`: callees without fitting sample arguments. */
export interface LibraryReport {
  readonly library: string;
  readonly missing?: readonly string[];
  readonly callees: number;
  readonly checked: number;
  readonly wrong: readonly string[];
  readonly unchanged: readonly string[];
  readonly failed: readonly string[];
}

const here = import.meta.dirname;

/** The libraries with samples. */
export function sampledLibraries(): readonly string[] {
  const names = readdirSync(join(here, 'samples')).filter((name) => name.endsWith('.txt'));
  return names.map((name) => name.slice(0, -4)).sort();
}

/** Checks names and parameters of all stubs, and the calls in calls.txt. */
export function checkNames(python: string, calls: readonly string[]): NamesReport {
  const files = readShippedStubs();
  const effects = compileEffects(files);
  const stubs = files.flatMap((file) => file.stubs.flatMap((stub) => describeStub(file, stub)));
  const input = JSON.stringify({ effects, stubs });
  const { stdout, stderr } = run(python, ['oracle.py', ...calls.map((name) => join(here, name))], input);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as NamesReport;
}

/**
 * Calls everything declared of one library with sample objects, or one sample of so many. A call that ends the process is left
 * out the next time.
 */
export function checkLibrary(
  python: string,
  library: string,
  sample: readonly [number, number] | null,
): LibraryReport {
  const effects = compileEffects(readShippedStubs());
  const skip: string[] = [];
  for (;;) {
    const input = JSON.stringify({ effects, skip, sample });
    const { stdout, stderr } = run(python, ['check.py', join(here, 'samples', `${library}.txt`)], input);
    const last = JSON.parse(stdout.trim().split('\n').at(-1) || '{}') as LibraryReport & { start?: string };
    if (last.start === undefined && last.library === undefined) throw new Error(stderr);
    if (last.library !== undefined) {
      const died = skip.map((name) => `${name}: the process died`);
      return { ...last, failed: [...(last.failed ?? []), ...died] };
    }
    if (skip.includes(last.start!)) throw new Error(`${last.start}: ${stderr}`);
    skip.push(last.start!);
  }
}

function run(python: string, args: readonly string[], input: string): { stdout: string; stderr: string } {
  const [program, ...rest] = args;
  const options = { input, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 } as const;
  return spawnSync(python, [join(here, program!), ...rest], options);
}

function describeStub(file: StubFile, stub: Stub) {
  const { module, className, name, line, versions } = stub;
  const compiled = compileEffects([{ ...file, modules: [module], stubs: [stub] }]).modules[module];
  // (a stub of roles only)
  if (compiled === undefined) return [];
  const spec = className === null ? compiled.functions[name] : compiled.classes[className]?.[name];
  return [{ file: file.file, module, className, name, line, versions, ...spec }];
}

/** The result of `roles.py`: the number of checked calls, missing modules, and mistakes. */
export interface RolesReport {
  readonly checked: number;
  readonly missing: readonly string[];
  readonly wrong: readonly string[];
  readonly failed: readonly string[];
}

/** Checks the roles of the calls in roles.txt, for installed libraries. */
export function checkRoles(python: string): RolesReport {
  const library = shippedLibrary();
  const lines = readFileSync(join(here, 'roles.txt'), 'utf8').split('\n');
  const calls = lines.flatMap((line) => {
    const [, module, names, method, expression] = /^([\w.]+): (.+?) \| (.+?) \| (.+)$/.exec(line) ?? [];
    if (module === undefined) return [];
    // `{}` is a method where it is not of the module
    const isMethods = /\.\{\}\(/.test(expression!) && !/\bat\.\{\}|\b[pn][dp]\.\{\}/.test(expression!);
    const all = names!.split(' ').flatMap((name) => method!.split(' ').map((each) => [name, each] as const));
    return all.map(([name, each]) => {
      const path = `${module}.${name}`;
      const spec = each === '-' ? library.roles.ofFunction(path) : library.roles.ofMethod(path, each);
      const roles = spec === null ? [] : rolesOf(spec, [], []).roles;
      const isKeys = roles.some(
        ({ role, places }) => role === 'learns' && places.every(([type]) => type === 'keys'),
      );
      return {
        module,
        name: each === '-' ? path : `${path}.${each}`,
        claims: [...new Set(roles.map(({ role }) => role)), ...(isKeys ? ['keys'] : [])],
        expression: expression!.replaceAll('{}', isMethods ? each : name),
      };
    });
  });
  return JSON.parse(run(python, ['roles.py'], JSON.stringify(calls)).stdout) as RolesReport;
}
