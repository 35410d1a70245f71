/** The agent over a long session: the memory it keeps, and whether its work per cell stays the same. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { hostSetup, testPython } from '../harness/host.ts';

const CASES = fileURLToPath(new URL('../cases/memory.jsonl', import.meta.url));
const TURNS = fileURLToPath(new URL('../cases/memory-turns.jsonl', import.meta.url));
/** What the allocator may keep for itself. */
const MARGIN_MB = 60;

const namesIn = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => (JSON.parse(line) as { name: string }).name);
const python = await testPython();

function ask<T>(question: string, argument: string): T {
  const script = fileURLToPath(new URL('./memory.py', import.meta.url));
  const input = `${JSON.stringify(hostSetup())}\n`;
  return JSON.parse(execFileSync(python, [script, question, argument], { input, encoding: 'utf8' })) as T;
}

// memory is read from /proc
describe.runIf(process.platform === 'linux')('memory', () => {
  describe('some 200 MB are free again at the end of the statement that drops them', () => {
    let found: Record<string, [number, number]> = {};
    beforeAll(() => {
      found = ask('drops', CASES);
    }, 300_000);

    test.each(namesIn(CASES))('%s', (name) => {
      const [held = 0, dropped = Number.POSITIVE_INFINITY] = found[name] ?? [];
      expect(held).toBeGreaterThan(150);
      expect(dropped).toBeLessThan(MARGIN_MB);
    });
  });

  describe('a loop that makes and drops 20 MB in each of 40 turns does not hold them', () => {
    let found: Record<string, number> = {};
    beforeAll(() => {
      found = ask('turns', TURNS);
    }, 300_000);

    test.each(namesIn(TURNS))('%s', (name) => {
      expect(found[name]).toBeLessThan(250);
    });
  });

  test('what a cell makes and drops is not in its record', () => {
    expect(ask<number>('passing', '5000')).toBeLessThan(200);
  }, 60_000);

  test('3 000 executions of small cells grow the kernel by less than 15 MB, at the same work for each', () => {
    const { grown, early, late } = ask<{ grown: number; early: number[]; late: number[] }>(
      'executions',
      '3000',
    );
    expect(grown).toBeLessThan(15);
    early.forEach((calls, i) => {
      expect(late[i]).toBeLessThan(1.1 * calls);
    });
  }, 300_000);
});
