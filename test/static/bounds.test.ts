/** The bounds oracle over a few generated programs: each flow that a run shows lies within the upper bound. `npm run oracle -- --bounds --programs FROM-TO` has the rest. */
import { afterAll, expect, test } from 'vitest';
import { readGrammar } from '../generator/grammar.ts';
import { generateProgram } from '../generator/program.ts';
import { HostPool, testPython } from '../harness/host.ts';
import { checkBounds } from '../oracle/bounds.ts';

/** Groups of statements whose effects stand in the text. */
const GROUPS = new Set(['containers', 'control', 'functions', 'classes', 'dispatch', 'columns']);

const grammar = { ...readGrammar(), groups: GROUPS };
const hosts = new HostPool(1, await testPython());
afterAll(() => hosts.close());

test.each(Array.from({ length: 8 }, (_, seed) => seed + 1))('observed flows of program %i', async (seed) => {
  const { name, runs } = generateProgram(grammar, seed);
  const cells = runs.map(({ cell, statements }) => [cell, statements.join('\n')] as const);
  const { outside, texts } = await checkBounds(hosts, name, { cells, timeout: 20 });
  expect([outside, texts]).toEqual([[], []]);
});
