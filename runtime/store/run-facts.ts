/**
 * Reads the record of a run for the store: the read and changed state, by names and parts of the world, and the
 * reasons against storing the results. Pure.
 */

import { type ExecutionRecord, GLOBALS, type StatementRecord, WHOLE } from '../../slicer/index.ts';
import { saysDoubt } from './doubtful-text.ts';

/** The facts of a record. */
export interface RunFacts {
  /** Names read before the run bound them. */
  readonly reads: ReadonlySet<string>;
  readonly bound: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  /** Tokens of changed objects. */
  readonly changed: ReadonlySet<string>;
  readonly worldReads: ReadonlySet<string>;
  readonly worldWrites: ReadonlySet<string>;
  readonly filesRead: ReadonlySet<string>;
  readonly filesWritten: ReadonlySet<string>;
  /** Reasons why another run may give other results. */
  readonly doubts: readonly string[];
  /** Reasons against storing the results, although another run gives the same. */
  readonly limits: readonly string[];
  /** Whether the run may have changed anything. */
  readonly changesAll: boolean;
}

const OBJECT = /^o\d+$/;
const SHELL_NAMES = /^(?:_+|_\d+|_i+\d*|_[doi]h|In|Out|_exit_code)$/;
const PRESENCE = 'whether there is ';

const DOUBTS: Readonly<Record<string, string>> = {
  clock: 'it reads the clock',
  network: 'it uses the network',
  stdin: 'it asks for input',
  clipboard: 'it reads the clipboard',
  descriptors: 'it uses numbers of open files',
  links: 'it follows links',
  folder: 'it changes folders',
  'process.priority': 'it uses the process itself',
  'resource limits': 'it uses the process itself',
  'numba.random': 'it draws random numbers of numba',
  'duckdb.default': 'it uses a database',
  sqlite3: 'it uses a database',
  duckdb: 'it uses a database',
  h5py: 'it uses a database',
  'pandas.io.pytables': 'it uses a database',
};
/** Parts of the world whose state after a run is stored, or does not matter. */
const LEFT_ALONE = new Set(['modules', 'Out', 'display', 'matplotlib.figure', 'file']);
export const STREAMS: ReadonlySet<string> = new Set(['random', 'numpy.random', 'torch.random']);
const CHANCE = new Set([...STREAMS, 'numba.random']);
/** Files that tell of the machine, not of data. */
const OF_SYSTEM = /^\/(?:proc|sys|dev|run)\//;

/** What the record of a run says. `source`: the text of the cell. */
export function runFacts(record: ExecutionRecord): RunFacts {
  const found = new Collected();
  for (const statement of record.statements) found.take(statement);
  const { doubts, limits } = found;
  if (record.opaque !== null) doubts.add(`nothing is known of it: ${record.opaque}`);
  if (record.status !== 'ok') doubts.add('it failed');
  if (record.command !== undefined) doubts.add('it is a command');
  for (const name of record.unset ?? [])
    if (CHANCE.has(name)) doubts.add(`it draws random numbers that nobody has seeded (${name})`);
  for (const name of record.builtins ?? []) found.reads.add(name);
  const said = saysDoubt(record.source);
  if (said !== null) doubts.add(said);
  if (found.worldWrites.has('matplotlib.figure') && !record.closed.includes('matplotlib.figure'))
    limits.add('it leaves a figure open');
  for (const location of found.worldWrites)
    if (!LEFT_ALONE.has(location) && !STREAMS.has(location)) limits.add(`it changes settings (${location})`);
  const lasting = record.statements.some(({ escapes }) => escapes.some((each) => each.lasting));
  return {
    ...found,
    doubts: [...doubts],
    limits: [...limits],
    changesAll: record.opaque !== null || lasting || record.outside !== undefined,
  };
}

class Collected {
  readonly reads = new Set<string>();
  readonly bound = new Set<string>();
  readonly deleted = new Set<string>();
  readonly changed = new Set<string>();
  readonly worldReads = new Set<string>();
  readonly worldWrites = new Set<string>();
  readonly filesRead = new Set<string>();
  readonly filesWritten = new Set<string>();
  readonly doubts = new Set<string>();
  readonly limits = new Set<string>();

  take({ reads, writes, deleted, escapes }: StatementRecord): void {
    for (const { object, field } of reads) this.#read(object, field);
    for (const { object, field } of writes) this.#write(object, field);
    for (const name of deleted) {
      if (!this.bound.has(name)) this.reads.add(name);
      this.bound.delete(name);
      this.deleted.add(name);
    }
    for (const { reason } of escapes) this.doubts.add(reason);
  }

  #read(object: string, field: string): void {
    if (object === GLOBALS) {
      if (field === WHOLE) this.doubts.add('it may read any name');
      else if (SHELL_NAMES.test(field)) this.doubts.add('it reads an earlier output');
      else if (!this.bound.has(field)) this.reads.add(field);
    } else if (object === 'file') this.#readFile(field);
    else if (!OBJECT.test(object)) {
      this.worldReads.add(object);
      this.#doubt(object);
    }
  }

  #readFile(field: string): void {
    // (a folder that was listed is among the watched paths)
    if (field === WHOLE) return;
    const path = field.startsWith(PRESENCE) ? field.slice(PRESENCE.length) : field;
    if (OF_SYSTEM.test(path)) this.doubts.add(`it reads ${path}`);
    else if (!this.filesWritten.has(path)) this.filesRead.add(path);
  }

  #write(object: string, field: string): void {
    if (object === GLOBALS) {
      if (field === WHOLE) this.doubts.add('it may bind any name');
      else if (!SHELL_NAMES.test(field)) {
        this.bound.add(field);
        this.deleted.delete(field);
      }
    } else if (object === 'file') {
      if (field === WHOLE) this.doubts.add('it runs another program');
      else this.filesWritten.add(field.startsWith(PRESENCE) ? field.slice(PRESENCE.length) : field);
    } else if (OBJECT.test(object)) this.changed.add(object);
    else {
      this.worldWrites.add(object);
      this.#doubt(object);
    }
  }

  #doubt(object: string): void {
    const doubt = DOUBTS[object] ?? (object.endsWith('.objects') ? 'it uses objects of a library' : null);
    if (doubt !== null) this.doubts.add(doubt);
  }
}
