/**
 * Gates: checks before a run that find a sure failure, or an action that needs a person's request. This file
 * runs nothing.
 */

import type { CellId, ExecutionRecord } from '../records/execution-record.ts';
import { pathOf } from '../records/file-locations.ts';
import { GLOBALS, WHOLE } from '../records/location.ts';
import { BUILTIN_NAMES, type Definedness, definedAfter, type Reading } from '../static/index.ts';
import { isKernelName } from '../words/kernel-names.ts';
import { lineAt } from '../words/line-at.ts';
import { listed } from '../words/listed.ts';
import { nearestName } from '../words/nearest-name.ts';
import { wayDown } from './cycles.ts';
import type { Settlement } from './settlement.ts';
import type { Standing } from './standings.ts';

/** Why a cell does not run, and how to open the gate. */
export interface Gate {
  readonly type: 'syntax' | 'undefined' | 'below' | 'gone' | 'failed' | 'asks';
  readonly reason: string;
  readonly opens: string;
  /** The global name in question. */
  readonly name?: string;
  /** The cell where the problem began, if it is another one. */
  readonly root?: CellId;
}

/** The words by which people know a cell (`cell 3`). */
export type CellLabel = (cell: CellId) => string;

const NO_WORD = /[^\p{L}\p{N}_]+/u;
const NO_READINGS: ReadonlyMap<string, Reading> = new Map();
const ASKS = /(?<![\w.])(?:input|raw_input)\s*\(|\bgetpass\s*\(/;

/** The gates of a cell; it may run if there are none. */
export function gatesOf(
  settlement: Settlement,
  standings: ReadonlyMap<CellId, Standing>,
  cell: CellId,
  label: CellLabel,
): Gate[] {
  const parsed = settlement.names.parsed(cell);
  if (!parsed) return [];
  const asRan = settlement.standsAsRan(cell);
  const broken = parsed.errors[0];
  const unlessCommand = (gates: Gate[]): Gate[] =>
    gates.length > 0 && settlement.names.mayBeCommand(cell) ? [] : gates;
  if (!asRan && broken && !parsed.opaque && !/^\s*%%/.test(parsed.source)) {
    const line = lineAt(parsed.source, broken.from);
    return unlessCommand([
      { type: 'syntax', reason: `line ${line} is no valid Python`, opens: 'correct it' },
    ]);
  }
  const find = (name: string): Gate[] => gateOfName(settlement, standings, cell, name, label);
  const { readings = NO_READINGS } = settlement.names.of(cell) ?? {};
  const found: Gate[] = [];
  // a cell that ran to its end has read all its sure reads
  const ended = asRan && settlement.execution(cell)?.status === 'ok';
  if (!ended) for (const [name, reading] of readings) if (reading === 'surely') found.push(...find(name));
  if (!asRan) return unlessCommand(found);
  for (const { object, field } of settlement.reads(cell)) {
    if (object !== GLOBALS) continue;
    const isSure = readings.get(field) === 'surely';
    if (ended ? settlement.didWithout(cell, field) : isSure) continue;
    const gates = find(field);
    if (gates.length > 0 && (isSure || isNeededAgain(settlement, cell, field))) found.push(...gates);
  }
  return found;
}

/**
 * Doubtful names of a cell: it reads them on some paths only, or cells above bind them on some paths only.
 * The cell may run, and fails if it comes to a missing name. A sure read of a surely missing name is a gate
 * instead.
 */
export function doubtsOf(
  settlement: Settlement,
  standings: ReadonlyMap<CellId, Standing>,
  cell: CellId,
  label: CellLabel,
): Gate[] {
  const gated = new Set(gatesOf(settlement, standings, cell, label).map(({ name }) => name));
  const { readings = NO_READINGS } = settlement.names.of(cell) ?? {};
  return [...readings].flatMap(([name, reading]) => {
    if (reading === 'harmless' || gated.has(name)) return [];
    const found = reading === 'perhaps' ? gateOfName(settlement, standings, cell, name, label) : [];
    return found.length > 0 ? found : gateOfSome(settlement, cell, name, label);
  });
}

/**
 * The gate for a name that cells above bind on some paths only, and none of them has run: after a run the
 * kernel knows.
 */
function gateOfSome(settlement: Settlement, cell: CellId, name: string, label: CellLabel): Gate[] {
  if (isKernelName(name) || BUILTIN_NAMES.has(name) || mayBeDefinedUnseen(settlement, cell)) return [];
  const { expected, names } = settlement;
  const limit = expected.positionOf(cell);
  const above = [...expected.cellsThatWrite({ object: GLOBALS, field: name })]
    .filter((other) => expected.positionOf(other) < limit)
    .sort((a, b) => expected.positionOf(a) - expected.positionOf(b));
  let defined: Definedness = 'not';
  let last: CellId | null = null;
  for (const other of above) {
    const change = names.of(other)?.bindings.get(name);
    if (change === undefined && defined !== 'not') continue;
    defined =
      change === undefined || settlement.standsAsRan(other) ? 'surely' : definedAfter(defined, change);
    last = other;
  }
  if (defined !== 'perhaps' || last === null) return [];
  const where = label(last);
  const opens = `define ${name} there in any case`;
  return [
    { type: 'undefined', reason: `${where} leaves open whether ${name} is defined`, opens, name, root: last },
  ];
}

/**
 * Whether a cell whose text has not changed needs a name that it read in its last run. Another cell bound the
 * name then, but a run from the top would not find it. False if the cell binds the name itself, or can do
 * without.
 */
function isNeededAgain(settlement: Settlement, cell: CellId, name: string): boolean {
  if (!settlement.wasBound(name, cell)) return false;
  const reading = settlement.names.of(cell)?.readings.get(name);
  if (reading !== undefined) return reading === 'perhaps';
  // if the cell's text lacks the name, one of its callees reads it; if all texts lack it, a look through all
  // names read it
  if (hasWord(settlement, cell, name)) return false;
  return settlement.order.some((other) => hasWord(settlement, other, name));
}

function hasWord(settlement: Settlement, cell: CellId, name: string): boolean {
  return (settlement.names.parsed(cell)?.source ?? '').split(NO_WORD).includes(name);
}

/**
 * Why a cell must not run again without a request, although it could: it asks for input, or its last run did
 * something unrepeatable.
 */
export function asksFirst(settlement: Settlement, cell: CellId): Gate | null {
  const code = (settlement.names.parsed(cell)?.source ?? '').replace(/#.*$/gm, '');
  const reason = ASKS.test(code) ? 'it asks for input' : unrepeatable(settlement.execution(cell));
  return reason === null ? null : { type: 'asks', reason, opens: 'run it yourself' };
}

/**
 * The paths of files that another program has changed since a cell's last run changed them, and of files that
 * changed during this run, perhaps by another program.
 */
export type ForeignFiles = readonly [changed: readonly string[], perhaps: readonly string[]];

/** Why a cell must not run again without a request: another program may have changed files that the cell changed. */
export function foreignGate([changed, perhaps]: ForeignFiles): Gate {
  const namesOf = (paths: readonly string[]): string =>
    listed(paths.map((path) => path.split('/').at(-1) ?? path));
  const reason =
    changed.length > 0
      ? `it changes ${namesOf(changed)}, which another program has changed since it ran`
      : `its last run changed ${namesOf(perhaps)}, or another program did meanwhile`;
  return { type: 'asks', reason, opens: 'run it yourself' };
}

/** An effect of an execution that would happen a second time: a message sent, a file changed and not written anew. */
function unrepeatable(execution: ExecutionRecord | null): string | null {
  const restorable = new Set(execution?.world?.files);
  const [lost] = execution?.world?.lost ?? [];
  if (lost !== undefined) return changesAgain(lost);
  for (const { reads, writes } of execution?.statements ?? []) {
    if (writes.some(({ object }) => object === 'network')) return 'it sends something over the network';
    for (const { object, field } of writes) {
      // (files that can be put back are put back before the next run)
      if (object !== 'file' || field === WHOLE || restorable.has(pathOf(field))) continue;
      if (reads.some((read) => read.object === 'file' && read.field === field)) {
        return changesAgain(pathOf(field));
      }
    }
  }
  return null;
}

function changesAgain(path: string): string {
  return `it changes the file ${path.split('/').at(-1)}, and would do so again`;
}

function gateOfName(
  settlement: Settlement,
  standings: ReadonlyMap<CellId, Standing>,
  cell: CellId,
  name: string,
  label: CellLabel,
): Gate[] {
  if (isKernelName(name)) return [];
  const location = { object: GLOBALS, field: name };
  const writers = settlement.expected.find(location, cell);
  for (const writer of writers) {
    const standing = standings.get(writer.cell);
    if (
      writer.exec === null &&
      standing &&
      (standing.type === 'failed' || isFailed(settlement, writer.cell))
    ) {
      const where = label(writer.cell);
      const verb = settlement.names.of(writer.cell)?.writes.has(name) ? 'defines' : 'changes';
      const reason = `${where}, which ${verb} ${name}, failed`;
      return [{ type: 'failed', reason, opens: `mend ${where}`, name, root: writer.cell }];
    }
  }
  // (a builtin is there again when a name in front of it is deleted)
  const deleter = writers.length === 1 && !BUILTIN_NAMES.has(name) ? writers[0]!.cell : null;
  if (deleter !== null && settlement.names.of(deleter)?.bindings.get(name) === 'unbinds') {
    const where = label(deleter);
    const opens = `define ${name} again after ${where}`;
    return [{ type: 'gone', reason: `${where} deletes ${name}`, opens, name, root: deleter }];
  }
  if (writers.length > 0 || BUILTIN_NAMES.has(name) || mayBeDefinedUnseen(settlement, cell)) return [];
  const elsewhere = [...settlement.expected.cellsThatWrite(location)].filter((each) => each !== cell);
  const [below] = elsewhere;
  if (below !== undefined) return [gateOfBelow(settlement, cell, name, below, label)];
  // short names are similar to all others
  const near = name.length < 4 ? null : nearestName(name, namesMeant(settlement, cell, name));
  const opens = `${near === null ? '' : `write ${near}, if that is meant, or `}define ${name} in a cell above`;
  return settlement.wasBound(name)
    ? [{ type: 'gone', reason: `no cell defines ${name} any more`, opens, name }]
    : [{ type: 'undefined', reason: `no cell defines ${name}`, opens, name }];
}

function gateOfBelow(
  settlement: Settlement,
  cell: CellId,
  name: string,
  below: CellId,
  label: CellLabel,
): Gate {
  const where = label(below);
  const way = wayDown(settlement, cell, below);
  if (way === null)
    return {
      type: 'below',
      reason: `${name} is defined only below, in ${where}`,
      opens: `move ${where} up`,
      name,
    };
  const cycle = [...way, cell].map(label).join(' → ');
  return {
    type: 'below',
    reason: `${name} is defined only in ${where}, which itself needs ${label(cell)} (${cycle})`,
    opens: `break this cycle: define ${name} in a cell that does not need ${label(cell)}`,
    name,
  };
}

/** Candidates for the intended name in place of an unknown one. */
function* namesMeant({ order, names }: Settlement, cell: CellId, unknown: string): Iterable<string> {
  for (const above of order.slice(0, order.indexOf(cell) + 1))
    for (const name of names.of(above)?.writes ?? []) if (name !== unknown) yield name;
  yield* BUILTIN_NAMES;
}

function isFailed(settlement: Settlement, cell: CellId): boolean {
  return settlement.standsAsRan(cell) && settlement.execution(cell)?.status === 'error';
}

/** Whether a cell above binds names not visible in its text (`%run`, `from x import *`). */
function mayBeDefinedUnseen(settlement: Settlement, cell: CellId): boolean {
  const { order, names } = settlement;
  return order.slice(0, order.indexOf(cell) + 1).some((above) => {
    const { unknownWrites = false, bindsUnseen = false } = names.of(above) ?? {};
    return unknownWrites || bindsUnseen;
  });
}
