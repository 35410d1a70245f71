/** Freshness, kept event by event, against its definition worked out from scratch. */

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { OutdatedStatements } from '../../slicer/freshness/outdated-statements.ts';
import { DependenceGraph, Freshness, type OrderMode } from '../../slicer/index.ts';
import { recordOf } from '../bench/made-up-records.ts';
import { FreshnessByDefinition } from './by-definition.ts';
import { type MadeUpEvent, play, sessions } from './sessions.ts';

describe.each<OrderMode>(['in-order', 'any-order'])('%s', (mode) => {
  const compare = (events: readonly MadeUpEvent[]): void => {
    play(
      events,
      (graph) => [new Freshness(graph, mode), new FreshnessByDefinition(graph, mode)],
      ([kept, defined]) => expect(kept).toEqual(defined),
    );
  };

  it('agrees with the definition after every event', () => {
    fc.assert(fc.property(sessions(40), compare), { numRuns: 400 });
  }, 60_000);

  it('agrees with it when reads that no longer matter are dropped', () => {
    const rebuild = vi.spyOn(OutdatedStatements.prototype, 'rebuild');
    const last = fc.sample(sessions(30), { seed: 1, numRuns: 20 });
    // objects that nothing refers to any more, each under a name of its own
    const gone = Array.from({ length: 300 }, (_, i): MadeUpEvent => {
      const made = ['i:0', 'i:1', 'i:2', 's'].map((field) => ({ object: `o${i + 10}`, field }));
      const x = { object: 'g', field: 'x' };
      const statements = [
        { reads: [], writes: [x, ...made] },
        { reads: [x, ...made], writes: [{ object: 'g', field: 'y' }] },
      ];
      const run = { source: null, statements, opaque: false, closed: [], symbols: [] };
      return { type: 'run', cell: i % 3 === 0 ? 'b' : 'c', run };
    });
    for (const events of last) compare([...gone, ...events]);
    expect(rebuild.mock.calls.length).toBeGreaterThanOrEqual(last.length);
    rebuild.mockRestore();
  }, 60_000);
});

it('follows chains that are longer than any stack', () => {
  const graph = new DependenceGraph();
  const freshness = new Freshness(graph, 'any-order');
  freshness.arrange(['count', 'start', 'show']);
  const sources = new Map<string, string>();
  const run = (exec: number, cell: string, reads: string[], writes: string[]): void => {
    const record = recordOf(exec, cell, [{ reads, writes }]);
    sources.set(cell, record.source);
    graph.record(record);
    freshness.record(record);
  };
  const length = 50_000;
  run(1, 'start', [], ['step']);
  for (let exec = 2; exec <= length; exec += 1) run(exec, 'count', exec === 2 ? ['step', 'n'] : ['n'], ['n']);
  run(length + 1, 'show', ['n'], []);
  run(length + 2, 'start', [], ['step']);
  expect(freshness.status({ sources, namesOf: () => NO_NAMES })).toEqual({
    stale: ['show'],
    fresh: [],
    refreshers: [],
    reactive: [],
  });
});

const NO_NAMES = { live: new Set<string>(), dead: new Set<string>() };
