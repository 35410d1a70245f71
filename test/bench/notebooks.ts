/** The sample notebooks as a whole, with probes, without, and through jupyter_client alone. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import { makeWorkingCopy } from '../../runtime/copies/index.ts';
import type { KernelServer } from '../../runtime/kernel/index.ts';
import { readSource } from '../../runtime/sources/index.ts';
import { startKernels, WAYS, type Way } from './bench-kernel.ts';
import { median } from './median.ts';
import type { WorkloadTimes } from './timed-workload.ts';

/** Total times of each sample's cells; every repetition has new kernels, so the imports count. */
export async function timeNotebooks(
  server: KernelServer,
  python: string,
  repetitions: number,
): Promise<WorkloadTimes[]> {
  const folder = join(findPackageRoot(), 'samples');
  const found: WorkloadTimes[] = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ipynb'))) {
    const source = await readSource(join(folder, name), { python: () => python, session: undefined });
    if (source.type !== 'session') throw new Error('a notebook is one session');
    const cells = source.events.flatMap((event) => (event.type === 'run' ? [event.source] : []));
    const wall: Record<Way, number[]> = { on: [], off: [], plain: [] };
    const agent: number[] = [];
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const times = await timeOnce(server, python, folder, cells, repetition % WAYS.length);
      for (const way of WAYS) wall[way].push(times[way].wall);
      agent.push(times.on.agent);
    }
    const [on, off, plain] = [median(wall.on), median(wall.off), median(wall.plain)];
    found.push({ name, plain, off, on, ratio: on / plain, probes: on / off, agent: median(agent) });
  }
  return found;
}

async function timeOnce(
  server: KernelServer,
  python: string,
  folder: string,
  cells: readonly string[],
  first: number,
): Promise<Record<Way, { wall: number; agent: number }>> {
  const copy = await makeWorkingCopy(folder);
  const kernels = await startKernels(server, python, copy.path);
  const times = { on: { wall: 0, agent: 0 }, off: { wall: 0, agent: 0 }, plain: { wall: 0, agent: 0 } };
  try {
    // cell by cell in turns, so that a busy moment of the machine meets all three; whoever imports first reads files for the others
    const turn = [...WAYS.slice(first), ...WAYS.slice(0, first)];
    for (const cell of cells) {
      for (const way of turn) {
        const { wall, agent } = await kernels[way].run(cell);
        times[way].wall += wall;
        times[way].agent += agent;
      }
    }
  } finally {
    for (const way of WAYS) await kernels[way].close();
    await copy.remove();
  }
  return times;
}
