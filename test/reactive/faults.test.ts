/**
 * Kills at random points of a plan: of the kernel, the server under it, Sluice itself. Nothing of the file is lost, and no state
 * is wrong.
 */

import { type ChildProcess, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadEffectsLibrary } from '../../instrument/index.ts';
import { type KernelServer, openServer } from '../../runtime/kernel/index.ts';
import { ReactiveRunner } from '../../runtime/live/notebook/reactive-runner.ts';
import { resultText, StaticRecorder, TracedKernel } from '../../runtime/session/index.ts';
import { randomNumbers } from '../bench/random-numbers.ts';
import { notebookText, startSluice } from '../cli/sluice.ts';
import { testPython } from '../harness/host.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

/** Sixteen cells of which each needs the one above. */
const KILLS = 6;
const SOURCES = ['x0 = [0]', ...Array.from({ length: 15 }, (_, i) => `x${i + 1} = x${i} + [len(x${i})]`)].map(
  (source, i) => `${source}\nimport time; time.sleep(0.01)\nx${i}`,
);
const LAST = `[${SOURCES.map((_, i) => i).join(', ')}]`;

describe('kernels', () => {
  let server: KernelServer;
  beforeAll(async () => {
    server = await openServer({ python: await testPython() });
  });
  afterAll(() => server.close());

  test(`a kernel killed ${KILLS} times in its plan: nothing is settled that did not run after the restart`, async () => {
    const random = randomNumbers(7);
    const client = await server.startKernel({ cwd: tmpdir() });
    const kernel = await TracedKernel.attach(client, 'on', new StaticRecorder(), loadEffectsLibrary().packed);
    const shown = new Map<string, string | null>();
    const runner = new ReactiveRunner(async () => kernel, kernel.library, 'in-order', {
      ran: (cell, { result }) => shown.set(cell, resultText(result.outputs)),
    });
    const order = SOURCES.map((_, i) => `c${i}`);
    const sources = new Map(order.map((cell, i) => [cell, SOURCES[i] as string]));
    runner.dispatch({ type: 'cells', order, sources, settles: false });
    for (let round = 0; round < KILLS; round += 1) {
      const { outputs } = await client.execute({
        code: 'import os; print(os.getpid())',
        silent: true,
        storeHistory: false,
      });
      const [output] = outputs;
      const pid = output?.output_type === 'stream' ? Number(output.text) : 0;
      runner.dispatch({ type: 'run', cells: [order[random(order.length)] as string, 'c15'], force: false });
      await sleep(random(250));
      process.kill(pid, 'SIGKILL');
      await runner.idle().catch(() => {});
      await vi.waitFor(() => expect(client.death).not.toBeNull(), 10_000);
      await runner.restart();
      const types = new Set([...runner.state.standings.values()].map(({ type }) => type));
      expect([...types]).toEqual(['unrun']);
    }
    shown.clear();
    runner.dispatch({ type: 'run', cells: ['c15'], force: false });
    await runner.idle();
    expect(shown.get('c15')).toBe(LAST);
    expect(runner.state.standings.get('c15')?.type).toBe('settled');
    await client.shutdown();
  });
});

describe('processes', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-faults-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test(`Sluice or its server killed ${KILLS} times: the file is whole, with outputs of before or after`, async () => {
    const random = randomNumbers(11);
    const file = join(folder, 'book.ipynb');
    const before = notebookText(SOURCES);
    const kill = async (round: number): Promise<void> => {
      writeFileSync(file, before);
      const { child, finished } = startSluice(['run', file, '--reactive', '--python', await testPython()]);
      await sleep(300 + random(1800));
      if (round % 3 === 0) for (const pid of childrenOf(child)) killQuietly(pid);
      else child.kill('SIGKILL');
      const { code } = await finished;
      const saved = JSON.parse(readFileSync(file, 'utf8')) as {
        cells: { source: string[]; outputs: unknown[] }[];
      };
      expect(saved.cells.map(({ source }) => source.join(''))).toEqual(SOURCES);
      const full = saved.cells.filter(({ outputs }) => outputs.length > 0).length;
      // an interrupted run leaves the file alone
      if (code === 0) expect(full).toBe(SOURCES.length);
      else expect([0, SOURCES.length]).toContain(full);
    };
    for (let round = 0; round < KILLS; round += 1) await kill(round);
  });
});

/** The child processes of a process. */
function childrenOf({ pid }: ChildProcess): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.trim().split(/\s+/).filter(Boolean).map(Number);
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // the process has ended by itself
  }
}
