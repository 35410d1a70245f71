/**
 * The reasons why a cell is not settled, for pages: its changed inputs, and the cells where the change began.
 * The slicer's `reasons` has the words for a change. Pure.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import { type CellLabel, changeTexts, nameless, type Settlement, type Standing } from '../reactive/index.ts';
import type { CellId, Exec } from '../records/execution-record.ts';
import { locationKey } from '../records/location.ts';
import { listed } from '../words/listed.ts';
import { shownSymbol } from '../words/symbols.ts';

type Change = Standing['changes'][number];
type Standings = ReadonlyMap<CellId, Standing>;

/** The limit of cells named in one reason. */
const MOST_CELLS = 3;
/** The limit of beginnings to follow. */
const MOST_BEGINNINGS = 12;

/** By cell: the cells where its staleness began, as far as computed. One map serves one set of standings. */
export type Beginnings = Map<CellId, readonly CellId[]>;

const HOW: Readonly<Record<Standing['type'] | 'held', readonly [one: string, many: string]>> = {
  edited: ['was edited', 'were edited'],
  fresh: ['has new inputs', 'have new inputs'],
  unrun: ['has not run', 'have not run'],
  failed: ['failed', 'failed'],
  stale: ['is out of date', 'are out of date'],
  settled: ['is being updated', 'are being updated'],
  held: ['is held back', 'are held back'],
};

/** Facts about all cells at once. */
export interface Surroundings {
  readonly began: Beginnings;
  /** Whether reasons name runs by their numbers in the session; pages show other numbers. */
  readonly numbered: boolean;
  /** Whether pages show the cell as one that cannot run now. */
  isHeld(cell: CellId): boolean;
}

/** The reasons for a cell's standing. */
export function shownReasons(
  settlement: Settlement,
  standings: Standings,
  cell: CellId,
  label: CellLabel,
  around: Surroundings,
): string[] {
  const standing = standings.get(cell);
  if (standing === undefined) return [];
  if (standing.type === 'unrun' && settlement.assumedExecution(cell) !== null) {
    return ['Not run since the restart'];
  }
  // the state says enough about other cells
  if (standing.type !== 'fresh' && standing.type !== 'stale') return [];
  const exec = settlement.execution(cell)?.exec ?? 0;
  const { graph } = settlement;
  const cellOf = (number: Exec) => graph.execution(number)?.cell;
  const waits = new Set(standing.waits);
  const isOwn = ({ actual }: Change) => actual.some((number) => cellOf(number) === cell);
  const changes = standing.changes.filter((change) => {
    const seen = change.actual.map(cellOf);
    // the writer is unsettled itself, and its own state explains the change
    const explained = change.expected.length === 0 && seen.some((one) => one !== undefined && waits.has(one));
    return !explained && !isOwn(change);
  });
  const own = standing.changes.filter(isOwn);
  return [
    ...changeTexts(settlement, exec, onePerWriter(graph, exec, changes), label, around.numbered),
    ...(own.length > 0 ? [ownText(graph, exec, own)] : []),
    ...waitTexts(settlement, standings, standing, around, label),
  ];
}

/** Keeps one change per set of writers, with a named location if possible. */
function onePerWriter(graph: DependenceGraph, exec: Exec, changes: readonly Change[]): Change[] {
  const found = new Map<string, Change>();
  for (const change of changes) {
    const { location, expected, actual, outside } = change;
    const key = outside ? locationKey(location) : `${expected.map(({ cell }) => cell)} ${actual}`;
    const known = found.get(key);
    if (known === undefined || shownSymbol(graph, exec, known.location) === null) found.set(key, change);
  }
  return [...found.values()];
}

/** The text for a cell that read its own earlier run's result: `x += 1`, run twice. */
function ownText(graph: DependenceGraph, exec: Exec, changes: readonly Change[]): string {
  const names = changes.flatMap(({ location }) => shownSymbol(graph, exec, location) ?? []);
  const kinds = changes.map(({ location }) => nameless(graph, exec, location));
  const what = listed(names.length > 0 ? names : kinds, MOST_CELLS);
  return `it changes ${what}, and ran on what its run before had left of it`;
}

/** The cells where a staleness began, and the cells on the way. */
function waitTexts(
  { expected }: Settlement,
  standings: Standings,
  { waits }: Standing,
  { began, isHeld }: Surroundings,
  label: CellLabel,
): string[] {
  const list = (cells: readonly CellId[]) =>
    listed(cells.toSorted((a, b) => expected.positionOf(a) - expected.positionOf(b)).map(label), MOST_CELLS);
  const between = list(waits.filter((cell) => standings.get(cell)?.type === 'stale'));
  const byWords = new Map<string, { type: keyof typeof HOW; through: string; cells: CellId[] }>();
  for (const cell of new Set(waits.flatMap((wait) => beginningsOf(standings, wait, began)))) {
    const type = isHeld(cell) ? 'held' : (standings.get(cell)?.type ?? 'stale');
    // no way is named for a direct need
    const through = waits.includes(cell) || between === '' ? '' : ` (by way of ${between})`;
    const key = type + through;
    const { cells = [] } = byWords.get(key) ?? {};
    byWords.set(key, { type, through, cells: [...cells, cell] });
  }
  return [...byWords.values()].map(({ type, through, cells }) => {
    const verb = HOW[type][cells.length === 1 ? 0 : 1];
    return `it needs ${list(cells)}, which ${verb}${through}`;
  });
}

/** The nearest cells above that are not stale themselves; at most {@link MOST_BEGINNINGS}. */
function beginningsOf(standings: Standings, cell: CellId, began: Beginnings): readonly CellId[] {
  const known = began.get(cell);
  if (known !== undefined) return known;
  began.set(cell, []); // should cells wait for each other
  const standing = standings.get(cell);
  const isBetween = standing?.type === 'stale' && standing.waits.length > 0;
  const found = isBetween
    ? [...new Set(standing.waits.flatMap((wait) => beginningsOf(standings, wait, began)))].slice(
        0,
        MOST_BEGINNINGS,
      )
    : [cell];
  began.set(cell, found);
  return found;
}
