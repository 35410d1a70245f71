/** Names updated after each edit equal the names of an analysis from scratch, for edited, moved, inserted and deleted cells. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { PageNames } from '../../slicer/static/index.ts';

/** Cells that give names other classes, functions, modules and sharers, and cells that depend on these names. */
const CELLS = [
  'import pandas as pd\ndf = pd.DataFrame()',
  'import queue as pd\ndf = pd.Queue()',
  'other = df',
  'other = [df]\nother.append(1)',
  'v = df.get("a")',
  'df.rename(columns=str)',
  'df = 3',
  'if v:\n    df = make()',
  'def f(x):\n    x.append(df)',
  'def f(x):\n    return len(x)',
  'f(other)',
  'del df',
  'class C:\n    items = other',
  'c = C()\nc.items.append(v)',
  'print(v)',
  'other.put(1)',
];

const library = shippedLibrary();

const notebook = fc.array(fc.nat(CELLS.length - 1), { minLength: 2, maxLength: 8 });
const edits = fc.array(
  fc.record({
    type: fc.constantFrom('edit', 'move', 'insert', 'delete'),
    at: fc.nat(),
    source: fc.nat(CELLS.length - 1),
  }),
  { maxLength: 6 },
);

test('after any edits', () => {
  fc.assert(
    fc.property(notebook, edits, (cells, steps) => {
      const order = cells.map((_, at) => `c${at}`);
      const sources = new Map(order.map((cell, at) => [cell, CELLS[cells[at]!]!]));
      const kept = new PageNames(library);
      kept.update(order, sources);
      for (const [number, { type, at, source }] of steps.entries()) {
        const place = at % Math.max(order.length, 1);
        if (type === 'insert') order.splice(place, 0, `n${number}`);
        const cell = order[place];
        if (cell === undefined) continue;
        if (type === 'delete') order.splice(place, 1);
        else if (type === 'move') order.unshift(...order.splice(place, 1));
        else sources.set(cell, CELLS[source]!);
        kept.update(order, sources);
        const anew = new PageNames(library);
        anew.update(order, sources);
        expect(order.map((each) => namesIn(kept, each))).toEqual(order.map((each) => namesIn(anew, each)));
      }
    }),
    { numRuns: 120, seed: 7 },
  );
});

function namesIn(names: PageNames, cell: string): object {
  const { readings, dead, writes, mutates, deletes, bindings, unknownWrites } = names.of(cell)!;
  return { cell, readings, dead, writes, mutates, deletes, bindings, unknownWrites };
}
