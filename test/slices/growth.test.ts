/** The work of recording, slicing and freshness does not grow with the session, but with what is asked for. */

import { describe, expect, test } from 'vitest';
import { DependenceGraph, Freshness, sliceExecution } from '../../slicer/index.ts';
import { chainRecord, PER_CELL, REGION, regionRecord } from '../bench/made-up-records.ts';
import { randomNumbers } from '../bench/random-numbers.ts';
import { countWork } from './count-work.ts';

describe('a graph of regions', () => {
  const graphOf = (cells: number): DependenceGraph => {
    const graph = new DependenceGraph();
    for (let exec = 1; exec <= cells; exec += 1) graph.record(regionRecord(exec, cells));
    return graph;
  };
  const [small, large] = [graphOf(3 * REGION), graphOf(12 * REGION)];

  test.each(['backward', 'forward'] as const)('a %s slice costs what is in it', (direction) => {
    const exec = direction === 'backward' ? 2 * REGION : REGION + 1;
    const work = [small, large].map((graph) =>
      countWork(() => sliceExecution(graph, exec, direction, 'statement')),
    );
    expect(sliceExecution(large, exec, direction, 'statement').statements.length).toBeGreaterThan(REGION);
    expect(work[1]).toBe(work[0]);
  });

  test('the largest slice is linear in statements and dependences', () => {
    const cells = 12 * REGION;
    const work = countWork(() => {
      const { statements } = sliceExecution(large, cells, 'backward', 'statement');
      expect(statements.length).toBeGreaterThan(0.9 * cells * PER_CELL);
    });
    expect(work).toBeLessThan(4 * (large.graph.order + large.graph.size));
  });

  test('recording costs what the record says', () => {
    const work = [small, large].map((graph) => {
      const record = { ...regionRecord(2 * REGION, 0), exec: 5000 };
      return countWork(() => graph.record(record));
    });
    expect(work[1]).toBe(work[0]);
  });
});

describe('the world before a cell', () => {
  const graph = new DependenceGraph();
  for (let exec = 1; exec <= 2 * REGION; exec += 1) graph.record(regionRecord(exec, 2 * REGION));
  const statements = Array.from({ length: PER_CELL * 2 * REGION }, (_, index) => index);
  const [object] = statements.flatMap((index) => graph.writesOf(index).map((write) => write.object));
  const told: unknown[] = [];
  graph.watch((location) => told.push(location));

  test('tells nobody about what is there already', () => {
    graph.place(object!, statements);
    told.length = 0;
    graph.place(object!, statements);
    expect(told).toEqual([]);
  });

  test('tells about what leaves, and comes back', () => {
    graph.place(object!, []);
    expect(told.length).toBeGreaterThan(0);
    told.length = 0;
    graph.place(object!, statements);
    expect(told.length).toBeGreaterThan(0);
  });
});

describe('freshness', () => {
  /** The work of each event of a session on this many cells, after all have run once. */
  const workOf = (cells: number, events: number): number[] => {
    const graph = new DependenceGraph();
    const freshness = new Freshness(graph, 'in-order');
    const random = randomNumbers(7);
    const sources = new Map<string, string>();
    const namesOf = (): { live: Set<string>; dead: Set<string> } => ({ live: new Set(), dead: new Set() });
    freshness.arrange(Array.from({ length: cells }, (_, cell) => `c${cell}`));
    const step = (exec: number, cell: number): void => {
      const record = chainRecord(exec, cell);
      sources.set(record.cell, record.source);
      graph.record(record);
      freshness.record(record);
      freshness.status({ sources, namesOf });
    };
    for (let cell = 0; cell < cells; cell += 1) step(cell + 1, cell);
    return Array.from({ length: events }, (_, i) => countWork(() => step(cells + i + 1, random(cells))));
  };
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

  test('an event late in a session costs what an early one does', () => {
    const work = workOf(50, 2000);
    expect(mean(work.slice(-400))).toBeLessThan(1.3 * mean(work.slice(200, 600)));
  });

  test('an event of a notebook of ten times as many cells costs about ten times as much', () => {
    expect(mean(workOf(400, 100))).toBeLessThan(12 * mean(workOf(40, 100)));
  });
});
