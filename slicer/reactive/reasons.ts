/** The changed inputs of a cell, in words for people. */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId, Exec } from '../records/execution-record.ts';
import type { Location } from '../records/location.ts';
import { shownSymbol } from '../words/symbols.ts';
import { isPlural } from '../words/world-words.ts';
import type { CellLabel } from './gates.ts';
import { lastChange } from './needs.ts';
import type { RestoreCause } from './reactive-step.ts';
import type { Change } from './read-comparison.ts';
import type { Settlement } from './settlement.ts';

const MOST_TEXTS = 4;

/**
 * A text for each change since `exec`, the cell's last run, up to a limit. `numbered`: texts name runs by
 * their numbers.
 */
export function changeTexts(
  settlement: Settlement,
  exec: Exec,
  changes: readonly Change[],
  label: CellLabel,
  numbered: boolean,
): string[] {
  const all = [...new Set(changes.map((change) => changeText(settlement, exec, change, label, numbered)))];
  return all.length <= MOST_TEXTS
    ? all
    : [...all.slice(0, MOST_TEXTS), `and ${all.length - MOST_TEXTS} more`];
}

function changeText(
  settlement: Settlement,
  exec: Exec,
  change: Change,
  label: CellLabel,
  numbered: boolean,
): string {
  const { graph } = settlement;
  const { location, expected, actual } = change;
  const symbol = symbolNamed(graph, exec, location);
  const many = isPlural(symbol);
  const was = `${symbol} ${many ? 'were' : 'was'}`;
  if (change.outside) return `${was} changed by another program after this ran`;
  const newer = expected.filter((writer) => (writer.exec ?? 0) > exec);
  const [writer] = newer;
  const beside = writer?.exec ? graph.execution(writer.exec)?.outside : undefined;
  if (writer) {
    const by = beside ? `a ${beside} of ${label(writer.cell)}` : label(writer.cell);
    if (!numbered) return `${was} changed by ${by} after this ran`;
    return `${was} changed by ${by}${beside ? '' : ` in run ${writer.exec}`}, after this ran (run ${exec})`;
  }
  const seen = actual.map((number) => graph.execution(number)?.cell).find((cell) => cell !== undefined);
  if (expected.length === 0 && seen !== undefined && isAbove(settlement, seen, exec))
    return `${was} made by an earlier run of ${label(seen)}`;
  if (expected.length === 0 && seen !== undefined)
    return `${was} made by ${label(seen)}, which does not define ${many ? 'them' : 'it'} above this cell`;
  const [due] = expected;
  if (due && seen === due.cell) return `${was} changed by ${label(due.cell)} since this ran`;
  const [comes, come] = many ? ['they come', 'come'] : ['it comes', 'comes'];
  if (due && seen !== undefined)
    return `${symbol} came from ${label(seen)}; in notebook order ${comes} from ${label(due.cell)}`;
  if (due)
    return `${symbol} ${come} from ${label(due.cell)} in notebook order, and had not been written when this ran`;
  return many
    ? `${symbol} are not what they were when this ran`
    : `${symbol} is not what it was when this ran`;
}

/** Why a settled cell runs again: another cell needs an object of this cell, and the object was changed since. */
export function restoreText(
  settlement: Settlement,
  { reader, location }: RestoreCause,
  label: CellLabel,
): string {
  const { graph } = settlement;
  const symbol = symbolNamed(graph, settlement.execution(reader)?.exec ?? 0, location);
  const changed = graph.execution(lastChange(settlement, location.object))?.cell;
  const anew = `it makes ${symbol} anew for ${label(reader)}`;
  if (changed === undefined) return anew;
  return changed === reader
    ? `${anew}, which has changed ${isPlural(symbol) ? 'them' : 'it'}`
    : `${anew}, because ${label(changed)} has changed ${isPlural(symbol) ? 'them' : 'it'} since`;
}

function isAbove({ graph, expected }: Settlement, cell: CellId, reader: Exec): boolean {
  const own = graph.execution(reader)?.cell;
  return own !== undefined && expected.positionOf(cell) < expected.positionOf(own);
}

/** A description of an object without a name. */
export function nameless(graph: DependenceGraph, exec: Exec, { object }: Location): string {
  return graph.kind(object.replace(/^\d+:/, ''), exec) ?? 'an object without a name';
}

function symbolNamed(graph: DependenceGraph, exec: Exec, location: Location): string {
  return shownSymbol(graph, exec, location) ?? nameless(graph, exec, location);
}
