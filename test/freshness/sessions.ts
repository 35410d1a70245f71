/**
 * Generated sessions for tests of freshness: events with made-up records, over few cells and locations, so
 * that accesses often meet.
 */

import fc from 'fast-check';
import { orderAfter } from '../../runtime/sources/index.ts';
import {
  type CellNames,
  DependenceGraph,
  type ExecutionRecord,
  type Freshness,
  type Location,
  type NotebookStatus,
  type StatementRecord,
} from '../../slicer/index.ts';

/** An event. The record of a run consists of the records of its statements. */
export type MadeUpEvent =
  | { readonly type: 'run'; readonly cell: string; readonly run: MadeUpRun }
  | { readonly type: 'edit'; readonly cell: string; readonly source: string }
  | { readonly type: 'delete'; readonly cell: string }
  | { readonly type: 'order'; readonly cells: readonly string[] }
  | { readonly type: 'restart' };

interface MadeUpRun {
  /** Null: the text stays the same. */
  readonly source: string | null;
  readonly statements: readonly { readonly reads: Location[]; readonly writes: Location[] }[];
  readonly opaque: boolean;
  readonly closed: readonly string[];
  readonly symbols: readonly (readonly [string, string])[];
}

const CELLS = ['a', 'b', 'c', 'd', 'e', 'f'];
const NAMES = ['x', 'y', 'z'];
const LOCATIONS: readonly Location[] = [
  ...NAMES.map((field) => ({ object: 'g', field })),
  { object: 'o1', field: '*' },
  { object: 'o1', field: 'i:0' },
  { object: 'o1', field: 's' },
  { object: 'o2', field: '*' },
  { object: 'file', field: 'i:data' },
  { object: 'figure', field: '*' },
];

const locations = fc.uniqueArray(fc.constantFrom(...LOCATIONS), { maxLength: 3 });
const names = fc.subarray(NAMES);
/** A text tells the names that it reads and overwrites. */
const source = fc.tuple(names, names).map(([live, dead]) => `${live.join(' ')} > ${dead.join(' ')}`);
const cell = fc.constantFrom(...CELLS);
const run = fc.record({
  source: fc.option(source),
  statements: fc.array(fc.record({ reads: locations, writes: locations }), { maxLength: 3 }),
  opaque: fc.integer({ min: 0, max: 11 }).map((n) => n === 0),
  closed: fc.constantFrom<readonly string[]>([], [], ['figure']),
  symbols: fc.uniqueArray(fc.constantFrom<readonly [string, string]>(['o1', 'x'], ['o2', 'x'], ['o2', 'y']), {
    maxLength: 2,
    selector: ([token]) => token,
  }),
});

/** Sessions of up to `maxLength` events, most of them runs. */
export function sessions(maxLength: number): fc.Arbitrary<MadeUpEvent[]> {
  const event = fc.oneof(
    { weight: 12, arbitrary: fc.record({ type: fc.constant('run' as const), cell, run }) },
    { weight: 3, arbitrary: fc.record({ type: fc.constant('edit' as const), cell, source }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), cell }) },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('order' as const),
        cells: fc.shuffledSubarray(CELLS, { minLength: 1 }),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ type: 'restart' as const }) },
  );
  return fc.array(event, { maxLength, size: 'max' });
}

/** Whatever follows executions and answers for a notebook. */
export type Follower = Pick<Freshness, 'arrange' | 'record' | 'restart' | 'status'>;

/** Plays events as a session does; `each` sees every follower's status after each event. */
export function play(
  events: readonly MadeUpEvent[],
  followersOf: (graph: DependenceGraph) => readonly Follower[],
  each: (statuses: readonly NotebookStatus[], event: MadeUpEvent) => void,
): void {
  const graph = new DependenceGraph();
  const followers = followersOf(graph);
  const sources = new Map<string, string>();
  let order: readonly string[] = [];
  let exec = 0;
  for (const event of events) {
    if (event.type === 'edit') sources.set(event.cell, event.source);
    if (event.type === 'delete') sources.delete(event.cell);
    if (event.type === 'run') sources.set(event.cell, event.run.source ?? sources.get(event.cell) ?? '');
    const text = event.type === 'run' ? (sources.get(event.cell) ?? '') : '';
    order = orderAfter(order, event.type === 'run' ? { ...event, source: text } : event);
    for (const follower of followers) follower.arrange(order);
    if (event.type === 'restart') {
      graph.restart();
      for (const follower of followers) follower.restart();
    }
    if (event.type === 'run') {
      exec += 1;
      const record = recordOf(exec, event.cell, text, event.run);
      graph.record(record);
      for (const follower of followers) follower.record(record);
    }
    each(
      followers.map((follower) => follower.status({ sources, namesOf })),
      event,
    );
  }
}

function recordOf(exec: number, cellId: string, text: string, made: MadeUpRun): ExecutionRecord {
  const statements = made.statements.map(
    ({ reads, writes }, ordinal): StatementRecord => ({
      ordinal,
      line: ordinal + 1,
      endLine: ordinal + 1,
      failed: false,
      reads: reads.map((read) => ({ ...read, kind: 'observed' })),
      writes: writes.map((write) => ({ ...write, kind: 'observed' })),
      values: [],
      deleted: [],
      rebound: [],
      escapes: [],
    }),
  );
  return {
    exec,
    cell: cellId,
    source: text,
    status: made.opaque ? 'uninstrumented' : 'ok',
    planned: statements.length,
    statements: made.opaque ? [] : statements,
    opaque: made.opaque ? 'not traced' : null,
    closed: made.closed,
    symbols: new Map(made.symbols),
    objects: new Map(made.symbols.map(([token, name]) => [name, token])),
  };
}

const known = new Map<string, CellNames>();

function namesOf(text: string): CellNames {
  const found = known.get(text);
  if (found) return found;
  const [live = '', dead = ''] = text.split('>');
  const words = (part: string): Set<string> => new Set(part.split(' ').filter((word) => word !== ''));
  const made = { live: words(live), dead: words(dead) };
  known.set(text, made);
  return made;
}
