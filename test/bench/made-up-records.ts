/** Execution records of cells that nobody ran, for measuring graphs, slices and freshness. */

import { type ExecutionRecord, GLOBALS, type StatementRecord } from '../../slicer/index.ts';
import { randomNumbers } from './random-numbers.ts';

/** Statements of a cell of `regionRecord`. */
export const PER_CELL = 10;
/** Cells that work on the same names. */
export const REGION = 100;

/** A cell whose statements read and write global names. */
export function recordOf(
  exec: number,
  cell: string,
  statements: readonly { readonly reads: readonly string[]; readonly writes: readonly string[] }[],
): ExecutionRecord {
  return {
    exec,
    cell,
    source: 'pass\n'.repeat(statements.length),
    status: 'ok',
    planned: statements.length,
    statements: statements.map(
      ({ reads, writes }, ordinal): StatementRecord => ({
        ordinal,
        line: ordinal + 1,
        endLine: ordinal + 1,
        failed: false,
        reads: reads.map((field) => ({ object: GLOBALS, field, kind: 'observed' })),
        writes: writes.map((field) => ({ object: GLOBALS, field, kind: 'observed' })),
        values: [],
        deleted: [],
        rebound: [],
        escapes: [],
      }),
    ),
    opaque: null,
    closed: [],
    symbols: new Map(),
    objects: new Map(),
  };
}

/**
 * Cell `exec` of `cells`: each statement defines the next of forty names in turn and reads three that its neighbourhood of
 * some hundred cells defined (a notebook works on one thing for a while); the last cell reads the newest value of every name.
 */
export function regionRecord(exec: number, cells: number): ExecutionRecord {
  const random = randomNumbers(exec);
  const isLast = exec === cells;
  const region = Math.floor((exec - 1) / REGION);
  const statements = Array.from({ length: PER_CELL }, (_, ordinal) => ({
    reads: isLast
      ? Array.from({ length: (region + 1) * 4 }, (_, i) => `r${Math.floor(i / 4)}_${ordinal * 4 + (i % 4)}`)
      : [0, 1, 2].map(() => `r${region}_${random(40)}`),
    writes: [`r${region}_${(exec * PER_CELL + ordinal) % 40}`],
  }));
  return recordOf(exec, `c${exec}`, statements);
}

/** A cell of a notebook where each binds a name from that of the cell above it, and of one some cells further up. */
export function chainRecord(exec: number, cell: number): ExecutionRecord {
  const reads = cell === 0 ? [] : [`x${cell - 1}`, `x${Math.max(0, cell - 1 - ((cell * 7) % 9))}`];
  return recordOf(exec, `c${cell}`, [{ reads, writes: [`x${cell}`, `y${cell}`] }]);
}
