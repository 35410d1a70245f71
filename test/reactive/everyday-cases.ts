/** Runs files of everyday notebooks as tests; `play-everyday` plays each and knows the conditions. */

import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { readCases } from '../harness/case-lines.ts';
import { INLINE, testPython } from '../harness/host.ts';
import { missingModules } from '../harness/missing-modules.ts';
import { Sample } from '../harness/sample.ts';
import { SessionHost } from './host-session.ts';
import { type EverydayCase, playEveryday } from './play-everyday.ts';

const PLAYERS = 2;

/** Declares a test for each case of a file in test/cases/reactive; of `oneIn` cases a sample takes one, another one each day. */
export async function testEverydayCases(file: string, oneIn: number): Promise<void> {
  const sample = Sample.ofRun();
  const path = join(findPackageRoot(), 'test', 'cases', 'reactive', file);
  const cases = sample.take(readCases<EverydayCase>(path), oneIn, 'everyday ');
  const python = await testPython();
  const needed = cases.flatMap(({ needs = [] }) => needs);
  const missing = missingModules(python, needed);
  /** Sessions load their imports themselves; runs from the top find these loaded. */
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
    for (const [index, example] of cases.entries()) {
      const { name, known, needs = [] } = example;
      it.skipIf(needs.some((module) => missing.has(module)))(
        name,
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
}
