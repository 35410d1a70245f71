/** Settled cells, kept event by event, against their definition. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import {
  type CellId,
  DependenceGraph,
  type Exec,
  type ExecutionRecord,
  type Location,
  Settlement,
} from '../../slicer/index.ts';
import { recordOf } from '../bench/made-up-records.ts';
import { behindOwn, type Ran, settledByDefinition, sights } from './by-definition.ts';

const CELLS = ['a', 'b', 'c', 'd', 'e'];
const LOCATIONS: readonly Location[] = [
  { object: 'g', field: 'x' },
  { object: 'g', field: 'y' },
  { object: 'o1', field: '*' },
  { object: 'o1', field: 'i:0' },
  { object: 'o1', field: 'i:1' },
  { object: 'file', field: 'i:data' },
  { object: 'options', field: '*' },
];

const STARTS_A_TASK = { reason: 'a task runs on by itself', line: 1, lasting: true, code: 'task' } as const;

const locations = fc.uniqueArray(fc.constantFrom(...LOCATIONS), { maxLength: 3 });
const event = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('run' as const),
      cell: fc.constantFrom(...CELLS),
      statements: fc.array(fc.record({ reads: locations, writes: locations }), {
        minLength: 1,
        maxLength: 3,
      }),
      // the statements of its tasks after its end, each by itself
      tasks: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('order' as const),
      cells: fc.shuffledSubarray(CELLS, { minLength: 3 }),
    }),
  },
);

it('agrees with the definition after every event', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 25, size: 'max' }), (events) => {
      const graph = new DependenceGraph();
      const settlement = new Settlement(graph, shippedLibrary());
      const sources = new Map<CellId, string>();
      const latest = new Map<CellId, Ran>();
      const cellOf = new Map<Exec, CellId>();
      let order: readonly CellId[] = CELLS;
      let exec = 0;
      settlement.update(order, sources);
      for (const each of events) {
        if (each.type === 'order') {
          // a returning cell has run
          order = each.cells;
        } else if (order.includes(each.cell)) {
          exec += 1;
          const record = madeUp(exec, each.cell, each.statements);
          sources.set(each.cell, record.source);
          cellOf.set(exec, each.cell);
          const saw = sights(record, graph, (n) => n);
          const behind = behindOwn(saw, latest.get(each.cell), (n) => cellOf.get(n) === each.cell);
          latest.set(each.cell, { record, saw, behind });
          settlement.update(order, sources);
          const end = Math.max(1, record.statements.length - each.tasks);
          const later = record.statements.slice(end);
          const escapes = later.length > 0 ? [STARTS_A_TASK] : [];
          const first = record.statements.slice(0, end).map((statement) => ({ ...statement, escapes }));
          settlement.record({ ...record, statements: first });
          for (const statement of later) {
            settlement.goOn(exec, { ...record, statements: [statement] });
          }
        }
        settlement.update(order, sources);
        const kept = [...settlement.standings()]
          .filter(([, { type }]) => type === 'settled')
          .map(([cell]) => cell);
        expect(kept.sort()).toEqual([...settledByDefinition(order, latest, cellOf)].sort());
      }
    }),
    { numRuns: 600 },
  );
});

it('takes a cell that was not traced for a reader of all that runs above it', () => {
  const settlement = new Settlement(new DependenceGraph(), shippedLibrary());
  const x: Location = { object: 'g', field: 'x' };
  const sources = new Map<CellId, string>();
  const run = (exec: Exec, cell: CellId, reads: Location[], writes: Location[], opaque: string | null) => {
    const record = { ...madeUp(exec, cell, opaque === null ? [{ reads, writes }] : []), opaque };
    sources.set(cell, record.source);
    settlement.update(['a', 'b', 'c'], sources);
    settlement.record(record);
  };
  const standings = () => [...settlement.standings().values()].map(({ type }) => type);
  run(1, 'a', [], [x], null);
  run(2, 'b', [], [], 'not traced');
  run(3, 'c', [x], [], null);
  expect(standings()).toEqual(['settled', 'settled', 'settled']);
  run(4, 'a', [], [x], null);
  expect(standings()).toEqual(['settled', 'fresh', 'stale']);
});

function madeUp(
  exec: Exec,
  cell: CellId,
  statements: readonly { readonly reads: readonly Location[]; readonly writes: readonly Location[] }[],
): ExecutionRecord {
  const kind = 'observed' as const;
  const plain = recordOf(
    exec,
    cell,
    statements.map(() => ({ reads: [], writes: [] })),
  );
  return {
    ...plain,
    statements: plain.statements.map((statement, index) => ({
      ...statement,
      reads: (statements[index]?.reads ?? []).map((location) => ({ ...location, kind })),
      writes: (statements[index]?.writes ?? []).map((location) => ({ ...location, kind })),
    })),
  };
}
