/**
 * Everyday notebooks in reactive mode, also with other processes and what libraries keep: after each change every cell is settled, and shows what a run from the top shows. A sample of
 * one in fifteen is taken, another one each day.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { INLINE, testPython } from '../harness/host.ts';
import { missingModules } from '../harness/python-version.ts';
import { Sample } from '../harness/sample.ts';
import { SessionHost } from './host-session.ts';
import { type EverydayCase, playEveryday } from './play-everyday.ts';

const SAMPLE = Sample.ofRun();
const FILES = ['everyday.jsonl', 'processes.jsonl'];
const CASES = FILES.flatMap((file) =>
  readFileSync(join(findPackageRoot(), 'test', 'cases', 'reactive', file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({ file, ...(JSON.parse(line) as EverydayCase) })),
).filter(({ name }) => SAMPLE.has(name, 15, 'everyday '));
const PLAYERS = 2;

const python = await testPython();
const missing = new Set(
  missingModules(
    python,
    CASES.flatMap(({ needs = [] }) => needs),
  ),
);
/** Sessions load what they import themselves; runs from the top find it loaded. */
const players = Array.from({ length: PLAYERS }, () => ({
  host: new SessionHost(python, [], INLINE),
  other: new SessionHost(python, ['pandas', 'sklearn.linear_model'], INLINE),
  done: Promise.resolve(),
}));
afterAll(() => {
  for (const { host, other } of players) {
    host.close();
    other.close();
  }
});

describe.concurrent('settles and shows what a run from the top shows', () => {
  for (const [index, example] of CASES.entries()) {
    const { file, name, known, needs = [] } = example;
    it.skipIf(needs.some((module) => missing.has(module)))(
      `${file}: ${name}`,
      async () => {
        const wrong = await inTurn(players[index % PLAYERS] as (typeof players)[number], example);
        if (known === undefined) expect(wrong).toEqual([]);
        else expect(wrong, `this works by now: ${known}`).not.toEqual([]);
      },
      600_000,
    );
  }
});

/** A host has one session at a time. */
function inTurn(player: (typeof players)[number], example: EverydayCase): Promise<string[]> {
  const wrong = player.done.then(() => playEveryday(example, player.host, player.other));
  player.done = wrong.then(
    () => {},
    () => {},
  );
  return wrong;
}
