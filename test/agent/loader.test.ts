/** Kernels keep the compiled agent for each other, and do without where they cannot. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readAgent } from '../../instrument/index.ts';
import { type Folder, makeFolder } from '../cli/sluice.ts';
import { testPython } from '../harness/host.ts';

const python = await testPython();

const LOAD = `
import json, sys
given = json.load(sys.stdin)
scope = {}
exec(given["loader"], scope)
sources = {"_sluice": "from _sluice import inner", "_sluice.inner": given["text"]}
print(scope["load"](sources, given["cache"]).inner.VALUE)
`;

let home: Folder;
beforeEach(() => {
  home = makeFolder();
  return () => home.remove();
});

/** The output of a module of the agent, loaded in a process of its own. */
function load(cache: string, text = 'VALUE = 1'): string {
  const input = JSON.stringify({ loader: readAgent().loader, cache, text });
  return execFileSync(python, ['-c', LOAD], { input, encoding: 'utf8' }).trim();
}

function kept(): string[] {
  return readdirSync(join(home.path, 'agent')).sort();
}

test('what one has compiled, the next one reads', () => {
  expect(load(join(home.path, 'agent', 'a'))).toBe('1');
  const [file = ''] = kept();
  expect(file).toMatch(/^a-[0-9a-f]{8}-0$/);
  // it is named by the text: another one under the same name shows that it is read
  expect(load(join(home.path, 'agent', 'a'), 'VALUE = 2')).toBe('1');
  expect(load(join(home.path, 'agent', 'b'), 'VALUE = 2')).toBe('2');
});

test.each(['', 'no code', 'damaged'])('a file that holds %j is made anew', (content) => {
  const cache = join(home.path, 'agent', 'a');
  load(cache);
  const file = join(home.path, 'agent', kept()[0] ?? '');
  const whole = readFileSync(file);
  writeFileSync(file, content === 'damaged' ? whole.subarray(0, whole.length / 2) : content);
  expect(load(cache)).toBe('1');
  expect(readFileSync(file).length).toBe(whole.length);
});

test('only the last eight are kept', () => {
  for (let n = 0; n < 8; n += 1) {
    mkdirSync(join(home.path, 'agent'), { recursive: true });
    const file = join(home.path, 'agent', `old-${n}`);
    writeFileSync(file, '');
    utimesSync(file, n + 1, n + 1);
  }
  load(join(home.path, 'agent', 'a'));
  expect(kept()).toHaveLength(8);
  expect(kept()).not.toContain('old-0');
});

test('on a machine without that folder, nothing is written', () => {
  expect(load(join(home.path, 'elsewhere', 'agent', 'a'))).toBe('1');
  expect(readdirSync(home.path)).toEqual([]);
});

test('where it cannot be written, each one compiles', () => {
  writeFileSync(join(home.path, 'agent'), 'a file');
  expect(load(join(home.path, 'agent', 'a'))).toBe('1');
  expect(statSync(join(home.path, 'agent')).isFile()).toBe(true);
});
