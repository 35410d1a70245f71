/** Interrupts and alarms at any time, also in the agent's own code: later cells are traced, and gaps are told. */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hostSetup, testPython } from '../harness/host.ts';

interface Answer {
  /** How many alarms came where. */
  readonly hits: Readonly<Record<string, number>>;
  readonly wrong: Readonly<Record<string, number>>;
}

// Windows has no alarms
test.runIf(process.platform !== 'win32')(
  'errors that signals raise are the notebook’s, and leave the agent whole',
  { timeout: 300_000 },
  async () => {
    const script = fileURLToPath(new URL('./interrupts.py', import.meta.url));
    const input = `${JSON.stringify(hostSetup())}\n`;
    const answer = execFileSync(await testPython(), [script, '1', '280'], { input, encoding: 'utf8' });
    const { hits, wrong } = JSON.parse(answer) as Answer;
    expect(wrong).toEqual({});
    for (const where of ['ours', 'ours within', 'notebook']) expect(hits[where], where).toBeGreaterThan(5);
  },
);
