/** Runs a notebook's cells in a kernel. Returns their results and processor times. It compares nothing. */

import type { TracedKernel, TracedRun } from '../../runtime/session/index.ts';
import { type ComparableRun, comparableRun } from '../transparency/comparable.ts';

/** One execution: its results, and the processor time of the kernel's process, in milliseconds. */
export interface TimedRun {
  readonly run: ComparableRun;
  readonly cpu: number;
}

const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

/** How long a cell, and all cells of one pass together, may take, in milliseconds. */
export interface Limits {
  readonly cell: number;
  readonly pass: number;
}

/** A pass over the notebook. `stopped`: the reason for an end before the last cell. */
export interface Pass {
  readonly runs: readonly TimedRun[];
  readonly stopped: string | null;
}

/** Runs cells in order; `after` is asked once a cell has run, and its time does not count. */
export async function runCells(
  kernel: TracedKernel,
  cells: readonly string[],
  limits: Limits,
  run: (source: string, exec: number, timeoutMs: number) => Promise<TracedRun>,
  after: (exec: number) => Promise<void> = async () => {},
): Promise<Pass> {
  const runs: TimedRun[] = [];
  const started = performance.now();
  for (const [index, source] of cells.entries()) {
    if (performance.now() - started > limits.pass) return { runs, stopped: 'the time limit' };
    const before = await processorTime(kernel);
    const { result } = await run(source, index + 1, limits.cell);
    if (result.timedOut) return { runs, stopped: `execution ${index + 1} took too long` };
    runs.push({ run: withoutColours(comparableRun(result)), cpu: (await processorTime(kernel)) - before });
    await after(index + 1);
  }
  return { runs, stopped: null };
}

/** The run without highlighting: IPython highlights a part of a line in a traceback by the number of its earlier runs. */
function withoutColours(run: ComparableRun): ComparableRun {
  return { ...run, outputs: run.outputs.map((text) => text.replace(COLOUR, '')) };
}

async function processorTime({ client }: TracedKernel): Promise<number> {
  const code = `print(__import__('time').process_time())`;
  const { outputs } = await client.execute({ code, silent: true, storeHistory: false });
  return outputs.reduce((ms, o) => (o.output_type === 'stream' ? 1000 * Number(o.text) : ms), 0);
}
