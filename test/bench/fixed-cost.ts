/**
 * The fixed cost of a traced cell in the kernel: of a trivial cell, and of one more trivial statement, without messages
 * other than the trace itself.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import { type BenchKernel, WAYS, type Way } from './bench-kernel.ts';
import { median } from './median.ts';

const STATEMENTS = 50;
const SOURCES = {
  'a trivial cell (x = 1)': 'x = 1',
  'a cell with a call (y = len(z))': 'z = [1]\ny = len(z)',
  [`${STATEMENTS} trivial statements`]: Array.from({ length: STATEMENTS }, (_, i) => `v${i} = ${i}`).join(
    '\n',
  ),
};

/** Milliseconds of `run_cell`, each way, and what the probes add. */
export interface FixedCost {
  readonly name: string;
  readonly plain: number;
  readonly off: number;
  readonly on: number;
  /** With probes, less jupyter_client's kernel. */
  readonly added: number;
}

/** Medians over `count` runs in turns; the last line is per statement. */
export async function measureFixedCost(
  kernels: Readonly<Record<Way, BenchKernel>>,
  count: number,
): Promise<FixedCost[]> {
  const script = readFileSync(join(findPackageRoot(), 'test', 'bench', 'fixed_cost.py'), 'utf8');
  const found: Record<Way, Record<string, number[]>> = { on: {}, off: {}, plain: {} };
  const rounds = 4;
  for (let round = 0; round < rounds; round += 1) {
    for (const way of WAYS) {
      const call = `_measure(${JSON.stringify(SOURCES)}, ${Math.ceil(count / rounds)})\ndel _measure`;
      const { stdout } = await kernels[way].runHidden(`${script}\n${call}`);
      for (const [name, times] of Object.entries(JSON.parse(stdout) as Record<string, number[]>)) {
        found[way][name] = [...(found[way][name] ?? []), ...times];
      }
    }
  }
  const costs = Object.keys(SOURCES).map((name): FixedCost => {
    const [on, off, plain] = (['on', 'off', 'plain'] as const).map((way) => median(found[way][name] ?? []));
    return costOf(name, on ?? 0, off ?? 0, plain ?? 0);
  });
  const [one, , many] = costs;
  if (!one || !many) throw new Error('nothing was measured');
  const per = (way: 'on' | 'off' | 'plain'): number => (many[way] - one[way]) / (STATEMENTS - 1);
  return [...costs, costOf('one more statement', per('on'), per('off'), per('plain'))];
}

function costOf(name: string, on: number, off: number, plain: number): FixedCost {
  return { name, on, off, plain, added: on - plain };
}
