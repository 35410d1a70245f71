/**
 * The three ways in which the benchmarks run the same cells: Sluice with probes, Sluice without, and jupyter_client alone.
 * They measure wall time from request to idle; they compare nothing.
 */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findPackageRoot } from '../../instrument/index.ts';
import type { KernelServer } from '../../runtime/kernel/index.ts';
import { StaticRecorder, streamText, TracedKernel } from '../../runtime/session/index.ts';

/** In the order in which they take turns. */
export const WAYS = ['on', 'off', 'plain'] as const;

/** Probes on, probes off, or jupyter_client alone. */
export type Way = (typeof WAYS)[number];

/** What one run took, in milliseconds. `agent`: the part that the agent says it took itself. */
export interface TimedRun {
  readonly wall: number;
  readonly agent: number;
  readonly stdout: string;
}

/** A kernel that runs cells one after the other. `run` throws when the cell fails. */
export interface BenchKernel {
  run(code: string): Promise<TimedRun>;
  /** As a hidden request: the probes are not put into this code itself. */
  runHidden(code: string): Promise<TimedRun>;
  close(): Promise<void>;
}

/** Starts all three in one folder. */
export async function startKernels(
  server: KernelServer,
  python: string,
  cwd: string,
): Promise<Record<Way, BenchKernel>> {
  const [on, off] = await Promise.all([startSluice(server, cwd, 'on'), startSluice(server, cwd, 'off')]);
  return { on, off, plain: startPlain(python, cwd) };
}

async function startSluice(server: KernelServer, cwd: string, mode: 'on' | 'off'): Promise<BenchKernel> {
  const kernel = await TracedKernel.attach(await server.startKernel({ cwd }), mode, new StaticRecorder());
  let exec = 0;
  return {
    async run(code) {
      exec += 1;
      const started = performance.now();
      const { result, ms } = await kernel.run(exec, `c${exec}`, code);
      const wall = performance.now() - started;
      if (result.error) throw new Error(`${result.error.name}: ${result.error.value} in ${code}`);
      return { wall, agent: ms.trace, stdout: streamText(result.outputs, 'stdout') };
    },
    async runHidden(code) {
      const started = performance.now();
      const { error, outputs } = await kernel.client.execute({ code, silent: true, storeHistory: false });
      if (error) throw new Error(`${error.name}: ${error.value} in ${code}`);
      return { wall: performance.now() - started, agent: 0, stdout: streamText(outputs, 'stdout') };
    },
    close: () => kernel.client.shutdown(),
  };
}

function startPlain(python: string, cwd: string): BenchKernel {
  const script = join(findPackageRoot(), 'test', 'bench', 'plain_kernel.py');
  const child: ChildProcessWithoutNullStreams = spawn(python, [script], { cwd });
  child.stderr.resume();
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const run = async (code: string): Promise<TimedRun> => {
    child.stdin.write(`${JSON.stringify(code)}\n`);
    const line = await lines.next();
    if (line.done) throw new Error('the kernel behind jupyter_client died');
    const [wall, status, stdout] = JSON.parse(line.value) as [number, string, string];
    if (status !== 'ok') throw new Error(`${status} in ${code}`);
    return { wall, agent: 0, stdout };
  };
  return {
    run,
    runHidden: run,
    async close() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
