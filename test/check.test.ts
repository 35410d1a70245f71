/** Runs `npm run check`, and checks the direction of imports within the agent. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findPackageRoot } from '../instrument/index.ts';

const root = findPackageRoot();

/** The complaints of a part of `npm run check`; empty without a complaint. */
async function complaints(part: string): Promise<string> {
  const script = join(root, 'scripts', 'check.mjs');
  const found = promisify(execFile)(process.execPath, [script, part], { cwd: root });
  return found.then(
    () => '',
    (error: { readonly stdout: string; readonly stderr: string }) => error.stdout + error.stderr,
  );
}

test.concurrent.each(['tsc', 'biome', 'layers', 'documents', 'ruff', 'pyright'])(
  'the sources pass %s',
  async (part) => {
    expect(await complaints(part)).toBe('');
  },
  240_000,
);

/** A folder of the agent may import from the folders before it; the top level may import from all. */
const AGENT_LAYERS = [
  'output',
  'objects',
  'world',
  'kinds',
  'rewriting',
  'record',
  'reach',
  'effects',
  'calls',
  'probes',
  'values',
  'undo',
  'store',
];

const FOR_TYPES = /^if TYPE_CHECKING:\n(?:[ \t].*\n|\n)+/gm;

test('imports between folders of the agent point one way', () => {
  const agent = join(root, 'instrument', 'agent');
  const folders = readdirSync(agent, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(
    folders
      .map((entry) => entry.name)
      .filter((name) => name !== '__pycache__')
      .sort(),
  ).toEqual([...AGENT_LAYERS].sort());
  const wrong: string[] = [];
  for (const [level, layer] of AGENT_LAYERS.entries()) {
    for (const name of readdirSync(join(agent, layer))) {
      if (!name.endsWith('.py')) continue;
      // an annotation may name a class of any folder
      const text = readFileSync(join(agent, layer, name), 'utf8').replaceAll(FOR_TYPES, '');
      for (const [, folder = ''] of text.matchAll(/^\s*from \.\.(\w*)/gm)) {
        // (every folder may import the class of observers)
        if (folder !== 'observer' && !AGENT_LAYERS.slice(0, level).includes(folder))
          wrong.push(`${layer}/${name} imports from ${folder}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
