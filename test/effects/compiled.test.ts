/** The compiled form of the shipped stubs: the same content as the stubs, also with a user's own; a stale form is not used. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  loadEffectsLibrary,
  readShippedStubs,
  writeCompiledEffects,
} from '../../instrument/effects-library.ts';
import { packEffects, unpackEffects } from '../../instrument/effects-pack.ts';
import { compileEffects } from '../../slicer/effects/compile.ts';
import { parseEffects } from '../../slicer/effects/parse.ts';

/** A user's stub: changes a function of a shipped package, adds a method, gives defaults, and declares a new package. */
const OWN = `
__module__ = "pandas"
def read_csv(path, *args, **kwargs) -> Mutates[path]: ...
def __default__(*args) -> Unknown: ...
class DataFrame:
    def constructor(self) -> Mutates[self]: ...
__module__ = "numpy"
class __default__:
    def __default__(self, *args) -> Unknown: ...
__module__ = "mine.parts"
def touch(x=None) -> Mutates[x]: ...
`;

let folder: string;
let compiled: string;
let own: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-effects-'));
  compiled = join(folder, 'effects.json');
  own = join(folder, 'own.pyi');
  writeFileSync(own, OWN);
  writeCompiledEffects(compiled);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The content as the agent unpacks it, without the order of names. */
function content(packed: Readonly<Record<string, string>>): unknown {
  return unpackEffects(packed, new Set(Object.keys(packed))).modules;
}

test('it is used, and says what the stubs say', () => {
  const { packed } = loadEffectsLibrary([], compiled);
  expect(packed).toEqual(
    (JSON.parse(readFileSync(compiled, 'utf8').split('\n')[0]!) as { packed: object }).packed,
  );
  const plain = JSON.parse(JSON.stringify(compileEffects(readShippedStubs()).modules)) as object;
  expect(content(packed)).toEqual(plain);
});

test("a user's own declarations count as if all had been compiled together", () => {
  const { packed, problems } = loadEffectsLibrary([own], compiled);
  expect(problems).toEqual([]);
  const together = packEffects(compileEffects([...readShippedStubs(), parseEffects(OWN, own)]));
  expect(content(packed)).toEqual(content(together));
  const { scipy, pandas } = loadEffectsLibrary([], compiled).packed;
  expect(packed.scipy).toBe(scipy);
  expect(packed.pandas).not.toBe(pandas);
});

test('a form of other stubs is not used', () => {
  const stale = join(folder, 'stale.json');
  writeFileSync(stale, JSON.stringify({ stubs: 'of yesterday', packed: {} }));
  expect(loadEffectsLibrary([], stale)).toEqual(loadEffectsLibrary([], compiled));
});

test('what only says what is drawn later leaves the effects to others', () => {
  const text =
    '__module__ = "m"\nclass Model:\n    def __init__(self, seed=None) -> DrawsLater["s"] if seed is None else Pure: ...\n';
  const { modules, later } = compileEffects([parseEffects(text, own)]);
  expect(modules).toEqual({});
  expect(later.m?.Model?.__init__?.effect).toEqual(['if', ['none', 'seed'], ['draws', 's'], ['pure']]);
});
