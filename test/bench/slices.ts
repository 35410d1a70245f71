/** Times of recording and slicing on synthetic sessions. Nothing runs: the records are made up, with a fixed seed. */

import { DependenceGraph, sliceExecution } from '../../slicer/index.ts';
import { heapMegabytes } from './heap.ts';
import { PER_CELL, REGION, regionRecord } from './made-up-records.ts';
import { median } from './median.ts';
import { processorMs } from './processor-time.ts';

/** One size. Milliseconds of processor time, memory in megabytes. */
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
  const records = Array.from({ length: cells }, (_, i) => regionRecord(i + 1, cells));
  const before = heapMegabytes();
  const started = processorMs();
  const graph = new DependenceGraph();
  for (const record of records) graph.record(record);
  const recorded = processorMs() - started;
  const memory = heapMegabytes() - before;
  const part = (exec: number, direction: 'backward' | 'forward'): SlicePart => {
    const times: number[] = [];
    let size = 0;
    for (let i = 0; i < repetitions; i += 1) {
      const start = processorMs();
      size = sliceExecution(graph, exec, direction, 'statement').statements.length;
      times.push(processorMs() - start);
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
