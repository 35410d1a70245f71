/** The agent's table of the world, against the names of world locations in stubs, in the words for people, and in rules. */

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { BY_CHANCE, NAMED, PASSING, STREAMS } from '../../slicer/records/world-locations.ts';
import { LOCATIONS_WITH_WORDS } from '../../slicer/words/world-words.ts';
import { hostSetup, testPython } from '../harness/host.ts';

const ASK = `
import json, sys
setup = json.load(sys.stdin)
scope = {}
exec(setup["loader"], scope)
table = scope["load"](setup["sources"]).world.table
print(json.dumps({
    "locations": list(table.WORLD),
    "words": [entry.word for entry in table.ENTRIES],
    "passing": [entry.location for entry in table.ENTRIES if entry.passes],
    "streams": table.STREAMS,
    "chance": [entry.location for entry in table.ENTRIES if entry.by_chance or entry.drawn],
    "libraries": table.LIBRARIES.pattern,
}))
`;

interface Table {
  readonly locations: readonly string[];
  readonly words: readonly string[];
  readonly passing: readonly string[];
  readonly streams: readonly string[];
  readonly chance: readonly string[];
  readonly libraries: string;
}

const input = JSON.stringify(hostSetup());
const table = JSON.parse(execFileSync(await testPython(), ['-c', ASK], { input, encoding: 'utf8' })) as Table;
const ofLibraries = new RegExp(`^(?:${table.libraries})$`);

/** The names that stand in `World["…"]`, by file. */
function namesInStubs(): [file: string, name: string][] {
  const folder = join(findPackageRoot(), 'instrument', 'effects');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.pyi'))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return [...text.matchAll(/World\["([^"]+)"\]/g)].map(([, name = '']): [string, string] => [file, name]);
    });
}

test('each world location of a stub is in the table, or formed of the name of a package', () => {
  const known = new Set(table.words);
  expect(namesInStubs().filter(([, name]) => !known.has(name) && !ofLibraries.test(name))).toEqual([]);
});

test('each world location with words, or that a rule names, is in the table', () => {
  const known = new Set([...table.locations, ...table.words]);
  const named = [...LOCATIONS_WITH_WORDS, ...NAMED];
  expect(named.filter((name) => !known.has(name) && !ofLibraries.test(name))).toEqual([]);
});

test('rules and the table agree on streams and on state that callbacks use in passing', () => {
  expect([...STREAMS].sort()).toEqual([...table.streams].sort());
  expect([...BY_CHANCE].sort()).toEqual([...table.chance].sort());
  expect([...PASSING].sort()).toEqual([...table.passing].sort());
});
