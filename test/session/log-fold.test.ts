/** A log folds into the state of the notebook at the time of its last entry. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { LoggedSession } from '../../runtime/live/log/logged-session.ts';
import type { TracedKernel, TracedRun } from '../../runtime/session/index.ts';
import {
  applyCore,
  type CellId,
  type CoreOperation,
  type CoreState,
  type ExecutionRecord,
  emptyCore,
  type Location,
} from '../../slicer/index.ts';
import { recordOf } from '../bench/made-up-records.ts';

const CELLS = ['a', 'b', 'c', 'd'];
const LOCATIONS: readonly Location[] = [
  { object: 'g', field: 'x' },
  { object: 'g', field: 'y' },
  { object: 'o1', field: '*' },
  { object: 'o1', field: 'i:0' },
  { object: 'file', field: 'i:data' },
];

const locations = fc.uniqueArray(fc.constantFrom(...LOCATIONS), { maxLength: 3 });
const cell = fc.constantFrom(...CELLS);
const event = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant('run' as const), cell, reads: locations, writes: locations }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('edit' as const),
      cell,
      text: fc.constantFrom('x = 1', 'x', 'y = x'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('order' as const),
      cells: fc.shuffledSubarray(CELLS, { minLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('freeze' as const), cell, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restart' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('order-mode' as const),
      mode: fc.constantFrom('in-order' as const, 'any-order' as const),
    }),
  },
);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-fold-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('agrees after every sequence of events', () => {
  let sequences = 0;
  fc.assert(
    fc.property(fc.array(event, { maxLength: 25, size: 'max' }), (events) => {
      const path = join(folder, `${sequences}.ipynb`);
      sequences += 1;
      const notebook = new Played(path);
      for (const each of events) notebook.play(each);
      const left = notebook.state;
      const { restored } = new LoggedSession(path, true);
      if (restored === null) {
        expect(left.exec).toBe(0);
        return;
      }
      // texts that were typed after the last entry are the notebook file's matter
      const found = applyCore(restored.core, notebook.cells()).state;
      expect(plain(found)).toEqual(plain(applyCore(left, notebook.cells()).state));
      expect(found.frozen).toEqual(left.frozen);
      expect(found.orderMode).toBe(left.orderMode);
      expect(restored.kernel?.agent).toBe(notebook.joinable);
    }),
    { numRuns: 500 },
  );
});

/** Standings, with objects named as in a first kernel: a log keeps fewer kernels than there were. */
function plain({ standings }: CoreState): unknown {
  return [...standings].map(([each, { type, changes, sources, waits }]) => {
    const found = changes.map(({ location, expected, actual }) => ({
      field: `${location.object.replace(/^\d+:/, '')} ${location.field}`,
      expected,
      actual,
    }));
    return [each, type, found, [...sources], waits];
  });
}

/** A notebook in lazy mode on a made-up kernel. */
class Played {
  state: CoreState = emptyCore(shippedLibrary(), 'lazy');
  joinable: string | undefined;
  readonly #log: LoggedSession;
  #order: readonly CellId[] = CELLS;
  #kernels = 0;
  readonly #sources = new Map<CellId, string>(CELLS.map((each) => [each, '']));

  constructor(path: string) {
    this.#log = new LoggedSession(path, true);
    this.#apply(this.cells());
    this.#startKernel();
  }

  cells(): CoreOperation {
    const sources = new Map(this.#order.map((each) => [each, this.#sources.get(each) ?? '']));
    return { type: 'cells', order: this.#order, sources, settles: false };
  }

  play(each: typeof event extends fc.Arbitrary<infer Event> ? Event : never): void {
    // of a cell that comes back, the log may know more: what files it wrote
    if (each.type === 'order') this.#order = each.cells.filter((one) => this.#order.includes(one));
    if (each.type === 'edit') this.#sources.set(each.cell, each.text);
    if (each.type === 'edit' || each.type === 'order') this.#apply(this.cells());
    if (each.type === 'freeze' && this.#order.includes(each.cell)) this.#apply(each);
    if (each.type === 'order-mode') this.#apply(each);
    if (each.type === 'run' && this.#order.includes(each.cell)) this.#run(each.cell, each);
    if (each.type === 'restart') {
      this.#apply({ type: 'restarted' });
      this.joinable = undefined;
      this.#startKernel();
    }
  }

  #startKernel(): void {
    this.#kernels += 1;
    const client = { id: `k${this.#kernels}`, language: { name: 'python', version: '3.11.7' } };
    const kernel = { client, agent: `a${this.#kernels}` };
    this.#log.startedKernel(kernel as unknown as TracedKernel, 'http://server/');
  }

  #run(
    each: CellId,
    { reads, writes }: { readonly reads: readonly Location[]; readonly writes: readonly Location[] },
  ): void {
    const exec = this.state.exec + 1;
    const plain = recordOf(exec, each, [{ reads: [], writes: [] }]);
    const observed = (found: readonly Location[]) =>
      found.map((at) => ({ ...at, kind: 'observed' as const }));
    const statements = plain.statements.map((s) => ({
      ...s,
      reads: observed(reads),
      writes: observed(writes),
    }));
    const record: ExecutionRecord = { ...plain, statements };
    this.#sources.set(each, record.source);
    this.#apply(this.cells());
    this.#apply({ type: 'run', cells: [each], force: true });
    const result = { status: 'ok', executionCount: exec, outputs: [], error: null, requestId: `${exec}` };
    this.#log.starting(`${exec}`, 0);
    this.#log.ran({ result, record, same: null, ms: { run: 1, trace: 0 } } as unknown as TracedRun, 0);
    this.#apply({ type: 'ran', record, same: null, ms: 1 });
    this.joinable = `a${this.#kernels}`;
  }

  #apply(operation: CoreOperation): void {
    const { state, actions } = applyCore(this.state, operation);
    this.state = state;
    this.#log.applied(operation, actions, state);
  }
}
