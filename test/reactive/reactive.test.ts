/** Reactive mode: the runs of given cases, and generated edit scripts against runs from the top. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import type { OrderMode } from '../../slicer/index.ts';
import { meaningOf } from '../../slicer/static/index.ts';
import { testPython } from '../harness/host.ts';
import { checkScript, type Playing } from './check-script.ts';
import { type EditScript, editScript } from './edit-script.ts';
import { SessionHost } from './host-session.ts';
import { type PlanCase, playPlan } from './play-plan.ts';

const CASES = readFileSync(join(findPackageRoot(), 'test', 'cases', 'reactive', 'plans.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as PlanCase);
const SCRIPTS = 12;
const ANY_ORDER_SCRIPTS = 6;
/** The most runs for each necessary one; lines about settings that all code reads (warnings as errors) take more. */
const EXCESS = 1.4;

const hosts: SessionHost[] = [];
beforeAll(async () => {
  const python = await testPython();
  for (let i = 0; i < 4; i += 1) hosts.push(new SessionHost(python, ['pandas']));
});
afterAll(() => {
  for (const host of hosts) host.close();
});

describe('plans', () => {
  it.each(CASES)('$name', async (plan) => {
    expect(await playPlan(plan, hosts[0] as SessionHost)).toEqual(plan.steps);
  });
});

describe('after every step of generated scripts, settled cells show', () => {
  it('what a run from the top shows', async () => {
    const { wrong, runs, due } = await checkScripts(SCRIPTS, 'in-order');
    expect(wrong).toEqual([]);
    expect(runs / due).toBeLessThan(EXCESS);
  }, 600_000);

  it('in any-order mode what a run in the order of runs shows', async () => {
    const { wrong } = await checkScripts(ANY_ORDER_SCRIPTS, 'any-order');
    expect(wrong).toEqual([]);
  }, 600_000);
});

async function checkScripts(
  last: number,
  orderMode: OrderMode,
): Promise<{ wrong: string[]; runs: number; due: number }> {
  const found = { wrong: [] as string[], runs: 0, due: 0, settled: 0, cells: 0, restored: 0 };
  let seed = 1;
  const work = async (host: SessionHost, other: SessionHost): Promise<void> => {
    while (seed <= last) {
      const script = editScript(seed++);
      const check = await checkScript(script, host, other, { copies: script.seed % 2 === 0, orderMode });
      found.wrong.push(...check.wrong.map((text) => `seed ${script.seed}: ${text}`));
      for (const key of ['runs', 'due', 'settled', 'cells', 'restored'] as const) found[key] += check[key];
    }
  };
  const [a, b, c, d] = hosts as [SessionHost, SessionHost, SessionHost, SessionHost];
  await Promise.all([work(a, b), work(c, d)]);
  const { runs, due, settled, cells, restored } = found;
  console.log(
    `${last} scripts, ${orderMode}: ${runs} cells ran (${restored} from copies), ${due} had to (${(runs / due).toFixed(3)}); ${settled} of ${cells} cells settled`,
  );
  return found;
}

describe('scripts that once showed something wrong', () => {
  const found = readFileSync(join(findPackageRoot(), 'test', 'cases', 'reactive', 'found.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as EditScript & Pick<Playing, 'orderMode'>);
  it.each(found)('seed $seed', async ({ orderMode = 'in-order', ...script }) => {
    const [host, other] = hosts as [SessionHost, SessionHost];
    for (const copies of [false, true]) {
      expect((await checkScript(script, host, other, { copies, orderMode })).wrong).toEqual([]);
    }
  });
});

describe('what of a text matters', () => {
  it.each([
    ['x = 1', 'x=1  # one'],
    ['f(1, 2)', 'f(\n    1,\n    2,\n)'],
    ["x = 'a'", 'x = "a"'],
    ['if x:\n    y = 1\nz = 2', 'if x:\n\n  y = 1\n\n# z\nz = 2'],
    ['x = [1]', 'x = [\n  1,\n]'],
  ])('%j is %j', (a, b) => expect(meaningOf(a)).toBe(meaningOf(b)));
  it.each([
    ['x = 1', 'x = 2'],
    ['x = (1)', 'x = (1,)'],
    ['x', 'x;'],
    ['if x:\n    y = 1\nz = 2', 'if x:\n    y = 1\n    z = 2'],
    ['x[1,]', 'x[1]'],
    ['"#"', '""'],
    ['%%bash\n# a', '%%bash\n# b'],
  ])('%j is not %j', (a, b) => expect(meaningOf(a)).not.toBe(meaningOf(b)));
});
