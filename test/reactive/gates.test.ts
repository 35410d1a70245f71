/** Gates: cells that run in a plain shell must run with the same output; cells that surely fail must not. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { gateProblems } from '../../runtime/live/questions/gate-problems.ts';
import { testPython } from '../harness/host.ts';
import { Sample } from '../harness/sample.ts';
import { CorePlayer } from './core-player.ts';
import { SessionHost } from './host-session.ts';

/** Cells by number from 1: those with a run and the output of a run without the others, those without a run, marks in texts. */
interface GateCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly runs: readonly number[];
  readonly gated?: readonly number[];
  readonly marks?: Readonly<Record<string, readonly string[]>>;
}

const SAMPLE = Sample.ofRun();
const CASES = readFileSync(join(findPackageRoot(), 'test', 'cases', 'reactive', 'gates.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as GateCase)
  .filter(({ name }) => SAMPLE.has(name, 3, 'gates '));

let host: SessionHost;
beforeAll(async () => {
  host = new SessionHost(await testPython());
});
afterAll(() => host.close());

it.each(CASES)('$name', async ({ cells, runs, gated = [], marks = {} }) => {
  const named = cells.map((source, at): readonly [string, string] => [`c${at + 1}`, source]);
  const order = named.map(([cell]) => cell);
  const shown = new Map<string, string>();
  const player = new CorePlayer(host, ({ cell }, run) => shown.set(cell, run.shown));
  const marked: Record<string, string[]> = {};
  await host.start();
  try {
    await player.dispatch({ type: 'cells', order, sources: new Map(named), settles: false });
    for (const cell of Object.keys(marks)) {
      const found = gateProblems(player.state, `c${cell}`);
      marked[cell] = found.map(({ text, from, to }) => text.slice(from, to));
    }
    await player.dispatch({ type: 'run', cells: order, force: false });
  } finally {
    await host.end();
  }
  const held = order.filter((cell) => player.state.gated.has(cell));
  const plain = await host.fresh(named.filter((_, at) => runs.includes(at + 1)));
  const wanted = runs.map((number): readonly [string, string] => [
    `c${number}`,
    plain.get(`c${number}`) ?? '',
  ]);
  expect(wanted.map(([cell]) => [cell, numberless(shown.get(cell))])).toEqual(
    wanted.map(([cell, text]) => [cell, numberless(text)]),
  );
  expect(held).toEqual(gated.map((number) => `c${number}`));
  expect(marked).toEqual(marks);
});

/** Times and folders differ. */
function numberless(text = 'it did not run'): string {
  return text.replace(/[\d.]+(?:e[+-]?\d+)? [nµum]?s\b/g, '# s').replace(/\/tmp\/\w+/g, '/tmp/#');
}
