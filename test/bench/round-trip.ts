/**
 * Measures the round trip of a trivial cell through Sluice's kernel client and through jupyter_client alone.
 * It asserts nothing: benchmarks are not tests.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPackageRoot } from '../../instrument/index.ts';
import { openServer } from '../../runtime/kernel/index.ts';
import { ensurePrivatePython } from '../../runtime/python/index.ts';

/** Milliseconds. */
export interface Timing {
  readonly median: number;
  readonly fastest: number;
  readonly slowest: number;
}

/** The two ways of running the same cell. */
export interface RoundTrip {
  readonly jupyterClient: Timing;
  readonly sluice: Timing;
}

/** How often to run what. */
export interface RoundTripOptions {
  /** Runs per round, after the warm-up; there are two rounds of each, in turns. */
  readonly count?: number;
  readonly code?: string;
}

const WARM_UP = 20;

/** Runs both, in turns, on the private environment's kernel. Takes about ten seconds. */
export async function measureRoundTrip({
  count = 100,
  code = '1 + 1',
}: RoundTripOptions = {}): Promise<RoundTrip> {
  const python = await ensurePrivatePython(() => {});
  const alone: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < 2; round++) {
    alone.push(...(await throughJupyterClient(python, count, code)));
    ours.push(...(await throughSluice(python, count, code)));
  }
  return { jupyterClient: summarise(alone), sluice: summarise(ours) };
}

async function throughJupyterClient(python: string, count: number, code: string): Promise<number[]> {
  const script = join(findPackageRoot(), 'test', 'bench', 'jupyter_client_round_trip.py');
  const { stdout } = await promisify(execFile)(python, [script, String(count + WARM_UP), code]);
  return (JSON.parse(stdout) as number[]).slice(WARM_UP);
}

async function throughSluice(python: string, count: number, code: string): Promise<number[]> {
  const server = await openServer({ python });
  try {
    const kernel = await server.startKernel();
    const times: number[] = [];
    for (let run = 0; run < count + WARM_UP; run++) {
      const start = performance.now();
      await kernel.execute({ code });
      times.push(performance.now() - start);
    }
    return times.slice(WARM_UP);
  } finally {
    await server.close();
  }
}

function summarise(times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[sorted.length >> 1]!, fastest: sorted[0]!, slowest: sorted.at(-1)! };
}
