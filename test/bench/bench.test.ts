/** The benchmarks (`npm run bench`; not part of `npm test`). They print tables and assert nothing. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { openServer } from '../../runtime/kernel/index.ts';
import { ensurePrivatePython } from '../../runtime/python/index.ts';
import { StaticRecorder, TracedKernel, type TraceMode } from '../../runtime/session/index.ts';
import { DependenceGraph, type ExecutionRecord, sliceExecution } from '../../slicer/index.ts';
import { measureRoundTrip } from './round-trip.ts';
import { WORKLOADS } from './workloads.ts';

const mode = process.env.SLUICE_BENCH;
const full = mode === 'full';

test.runIf(mode !== undefined)('cost of tracing', { timeout: 3_600_000 }, async () => {
  const python = await ensurePrivatePython(() => {});
  const server = await openServer({ python });
  const plain = await plainKernel(python);
  const [on, off] = [await tracedKernel('on'), await tracedKernel('off')];

  async function tracedKernel(
    trace: TraceMode,
  ): Promise<(code: string) => Promise<{ wall: number; agent: number }>> {
    const kernel = await TracedKernel.attach(await server.startKernel(), trace, new StaticRecorder());
    let exec = 0;
    return async (code) => {
      exec += 1;
      const { ms } = await kernel.run(exec, `c${exec}`, code);
      return { wall: ms.run, agent: ms.trace };
    };
  }

  console.log('\nworkload                 plain ms    off ms     on ms   on/off  on/plain  agent ms');
  for (const { name, setUp, cell, slow } of WORKLOADS) {
    if (slow && !full) continue;
    if (setUp !== '') for (const run of [plain.run, off, on]) await run(setUp);
    const times = { plain: [] as number[], off: [] as number[], on: [] as number[], agent: [] as number[] };
    const trivial = setUp === '' || cell.length < 200 ? 3 : 1;
    for (let i = 0; i < (full ? 7 : 3) * trivial; i += 1) {
      times.plain.push(await plain.run(cell));
      times.off.push((await off(cell)).wall);
      const traced = await on(cell);
      times.on.push(traced.wall);
      times.agent.push(traced.agent);
    }
    const [p, o, n, a] = [times.plain, times.off, times.on, times.agent].map(median) as [
      number,
      number,
      number,
      number,
    ];
    const cells = [p, o, n].map((ms) => ms.toFixed(2).padStart(10)).join('');
    console.log(`${name.padEnd(22)} ${cells} ${ratio(n, o)} ${ratio(n, p)} ${a.toFixed(2).padStart(9)}`);
  }
  plain.close();
  await server.close();
  const trip = await measureRoundTrip({ count: full ? 100 : 30 });
  console.log(
    `\nround trip of a trivial cell, medians: jupyter_client ${trip.jupyterClient.median.toFixed(2)} ms, ` +
      `Sluice's kernel client ${trip.sluice.median.toFixed(2)} ms`,
  );
});

test.runIf(mode !== undefined)('slicing', { timeout: 3_600_000 }, () => {
  console.log(
    '\nstatements   build ms   typical slice   backward all   forward all   cell level   (ms, medians)',
  );
  for (const count of full ? [1_000, 10_000, 100_000] : [1_000, 10_000]) {
    const started = performance.now();
    const graph = syntheticGraph(count);
    const build = performance.now() - started;
    const last = graph.executionCount;
    const typical = timed(() => sliceExecution(graph, Math.floor(last / 100), 'backward', 'statement'));
    const backward = timed(() => sliceExecution(graph, last, 'backward', 'statement'));
    const forward = timed(() => sliceExecution(graph, 1, 'forward', 'statement'));
    const cells = timed(() => sliceExecution(graph, last, 'backward', 'cell'));
    const row = [build, typical, backward, forward, cells].map((ms) => ms.toFixed(1).padStart(12)).join('');
    console.log(`${String(count).padStart(10)} ${row}`);
  }
});

/** Executions of ten statements; each statement reads three of the last 200 names and writes one: nearly all is connected. */
function syntheticGraph(statements: number): DependenceGraph & { executionCount: number } {
  const graph = new DependenceGraph();
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const executions = statements / 10;
  for (let exec = 1; exec <= executions; exec += 1) {
    const record: ExecutionRecord = {
      exec,
      cell: `c${exec}`,
      source: '',
      status: 'ok',
      planned: 10,
      opaque: null,
      closed: [],
      symbols: new Map(),
      statements: Array.from({ length: 10 }, (_, ordinal) => ({
        ordinal,
        line: ordinal + 1,
        endLine: ordinal + 1,
        failed: false,
        reads: [0, 1, 2].map(() => ({ object: 'g', field: `v${random(200)}`, kind: 'observed' as const })),
        writes: [{ object: 'g', field: `v${random(200)}`, kind: 'observed' as const }],
        values: [],
        deleted: [],
        escapes: [],
      })),
    };
    graph.record(record);
  }
  return Object.assign(graph, { executionCount: executions });
}

function timed(action: () => unknown): number {
  const times: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const started = performance.now();
    action();
    times.push(performance.now() - started);
  }
  return median(times);
}

/** A kernel through jupyter_client alone. */
async function plainKernel(python: string): Promise<{ run(code: string): Promise<number>; close(): void }> {
  const script = fileURLToPath(new URL('./plain_client.py', import.meta.url));
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  return {
    async run(code) {
      child.stdin.write(`${JSON.stringify(code)}\n`);
      const [line] = (await once(lines, 'line')) as [string];
      const ms = JSON.parse(line) as number | null;
      if (ms === null) throw new Error(`a workload failed in the plain kernel: ${code}`);
      return ms;
    },
    close: () => void child.stdin.end(),
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function ratio(a: number, b: number): string {
  return `${(a / b).toFixed(2)}×`.padStart(9);
}
