/** The workloads as data, and their times in turns: once with probes, once without, once through jupyter_client, and again. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import { type BenchKernel, WAYS, type Way } from './bench-kernel.ts';
import { median } from './median.ts';

/** Cells that set up, and the cell that is timed. */
export interface Workload {
  readonly name: string;
  readonly setup: readonly string[];
  readonly timed: string;
  /** How often the timed cell does what it measures; null where that is not of interest. */
  readonly turns: number | null;
}

/** Medians over the repetitions, in milliseconds, and the ratios to jupyter_client alone. */
export interface WorkloadTimes {
  readonly name: string;
  readonly plain: number;
  readonly off: number;
  readonly on: number;
  /** With probes over jupyter_client alone. */
  readonly ratio: number;
  /** With probes over without, both through Sluice. */
  readonly probes: number;
  /** What the agent itself took, in a run with probes. */
  readonly agent: number;
}

/** The sections of `workloads.py`. */
export function readWorkloads(): Workload[] {
  const text = readFileSync(join(findPackageRoot(), 'test', 'bench', 'workloads.py'), 'utf8');
  const sections = text.split(/^# === /m).slice(1);
  return sections.map((section) => {
    const [name = '', ...lines] = section.split('\n');
    const cells = lines.join('\n').split(/^# %%\n/m);
    return {
      name,
      setup: cells
        .slice(0, -1)
        .map((cell) => cell.trim())
        .filter((cell) => cell !== ''),
      timed: (cells.at(-1) ?? '').trim(),
      turns: null,
    };
  });
}

/** The sections of `calls.py`, each in a loop at module level, in a function that a loop calls, and in a method. */
export function readCalls(): Workload[] {
  const text = readFileSync(join(findPackageRoot(), 'test', 'bench', 'calls.py'), 'utf8');
  return text
    .split(/^# === /m)
    .slice(1)
    .flatMap((section) => {
      const [, name = '', count = '', rest = ''] = /^([^\n]*), (\d+) turns\n(.*)$/s.exec(section) ?? [];
      const [setup = '', body = ''] = rest.split(/^# %%\n/m).map((cell) => cell.trim());
      return shapes(name, Number(count), setup, body);
    });
}

function shapes(name: string, turns: number, setup: string, body: string): Workload[] {
  const lines = body.split('\n').map((line) => line.replace(/^# global /, 'global '));
  const block = (indent: string, some: readonly string[]): string =>
    some.map((line) => indent + line).join('\n');
  const loop = (call: string): string => `for i in range(${turns}):\n${call}`;
  const own = lines.filter((line) => !line.startsWith('global '));
  const definition = `def work_(i):\n${block('    ', lines)}`;
  const method = `class Work_:\n    def work(self, i):\n${block('        ', lines)}\nworker_ = Work_()`;
  return [
    { name: `${name} (loop)`, setup: [setup], timed: loop(block('    ', own)), turns },
    { name: `${name} (function)`, setup: [setup, definition], timed: loop('    work_(i)'), turns },
    { name: `${name} (method)`, setup: [setup, method], timed: loop('    worker_.work(i)'), turns },
  ];
}

/**
 * Times one workload; its names are removed from the kernels afterwards. The first turn warms up and does not count. After
 * `limitMs` there are no further turns, so a workload that has become slow does not hold up the rest.
 */
export async function timeWorkload(
  kernels: Readonly<Record<Way, BenchKernel>>,
  { name, setup, timed }: Workload,
  repetitions: number,
  limitMs: number,
): Promise<WorkloadTimes> {
  for (const way of WAYS) for (const cell of setup) await kernels[way].run(cell);
  const wall: Record<Way, number[]> = { on: [], off: [], plain: [] };
  const agent: number[] = [];
  const started = performance.now();
  for (let repetition = 0; repetition <= repetitions; repetition += 1) {
    if (repetition > 1 && performance.now() - started > limitMs) break;
    for (const way of WAYS) {
      const run = await kernels[way].run(timed);
      if (repetition === 0) continue;
      wall[way].push(run.wall);
      if (way === 'on') agent.push(run.agent);
    }
  }
  for (const way of WAYS) await kernels[way].run('%reset -f');
  const [on, off, plain] = [median(wall.on), median(wall.off), median(wall.plain)];
  return { name, plain, off, on, ratio: on / plain, probes: on / off, agent: median(agent) };
}
