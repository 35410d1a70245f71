/** Times of recording and slicing on synthetic sessions. Nothing runs: the records are made up, with a fixed seed. */

import {
  DependenceGraph,
  type ExecutionRecord,
  GLOBALS,
  type StatementRecord,
  sliceExecution,
} from '../../slicer/index.ts';
import { median } from './median.ts';

const PER_CELL = 10;
/** Cells that work on the same names. */
const REGION = 100;

/** One size. Times in milliseconds, memory in megabytes. */
export interface SliceTimes {
  readonly statements: number;
  readonly edges: number;
  readonly record: number;
  readonly typical: SlicePart;
  readonly large: SlicePart;
  readonly forward: SlicePart;
  readonly memory: number;
}

/** A slice: its time, and the share of all statements in it. */
export interface SlicePart {
  readonly ms: number;
  readonly share: number;
}

/** Measures one size. Memory is exact only under `--expose-gc`. */
export function timeSlices(statements: number, repetitions: number): SliceTimes {
  const cells = statements / PER_CELL;
  const records = Array.from({ length: cells }, (_, i) => recordOf(i + 1, cells));
  const before = heapMegabytes();
  const started = performance.now();
  const graph = new DependenceGraph();
  for (const record of records) graph.record(record);
  const recorded = performance.now() - started;
  const memory = heapMegabytes() - before;
  const part = (exec: number, direction: 'backward' | 'forward'): SlicePart => {
    const times: number[] = [];
    let size = 0;
    for (let i = 0; i < repetitions; i += 1) {
      const start = performance.now();
      size = sliceExecution(graph, exec, direction, 'statement').statements.length;
      times.push(performance.now() - start);
    }
    return { ms: median(times), share: size / statements };
  };
  return {
    statements,
    edges: graph.graph.size,
    record: recorded,
    typical: part(cells - 1, 'backward'),
    large: part(cells, 'backward'),
    forward: part(Math.floor(cells / 2 / REGION) * REGION + 1, 'forward'),
    memory,
  };
}

/**
 * Cell `exec` of `cells`: each statement defines the next of forty names in turn and reads three that its neighbourhood of some hundred cells
 * defined (a notebook works on one thing for a while); the last cell reads the newest value of every name.
 */
function recordOf(exec: number, cells: number): ExecutionRecord {
  const random = randomNumbers(exec);
  const isLast = exec === cells;
  const region = Math.floor((exec - 1) / REGION);
  const statements = Array.from({ length: PER_CELL }, (_, ordinal): StatementRecord => {
    const names = isLast
      ? Array.from({ length: (region + 1) * 4 }, (_, i) => `r${Math.floor(i / 4)}_${ordinal * 4 + (i % 4)}`)
      : [0, 1, 2].map(() => `r${region}_${random(40)}`);
    return {
      ordinal,
      line: ordinal + 1,
      endLine: ordinal + 1,
      failed: false,
      reads: names.map((field) => ({ object: GLOBALS, field, kind: 'observed' })),
      writes: [
        { object: GLOBALS, field: `r${region}_${(exec * PER_CELL + ordinal) % 40}`, kind: 'observed' },
      ],
      values: [],
      deleted: [],
      escapes: [],
    };
  });
  return {
    exec,
    cell: `c${exec}`,
    source: 'pass\n'.repeat(PER_CELL),
    status: 'ok',
    planned: PER_CELL,
    statements,
    opaque: null,
    closed: [],
    symbols: new Map(),
  };
}

/** Numbers below a bound, the same for the same seed (a linear congruential generator). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed * 7919 + 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function heapMegabytes(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}
