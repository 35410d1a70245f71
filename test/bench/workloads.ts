/** The workloads of `workloads.py` in the shape that `bench.test.ts` takes. */

import { readWorkloads } from './timed-workload.ts';

/** A cell to time, and the code that comes before it. `slow`: left out of quick runs. */
export interface BenchWorkload {
  readonly name: string;
  readonly setUp: string;
  readonly cell: string;
  readonly slow: boolean;
}

/** All of them. */
export const WORKLOADS: readonly BenchWorkload[] = readWorkloads().map(({ name, setup, timed }) => ({
  name,
  setUp: setup.join('\n'),
  cell: timed,
  slow: false,
}));
