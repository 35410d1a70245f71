/**
 * The ranges of a cell's text for its gates and doubts (`gates.ts`): where the cell cannot run, or may fail.
 * This file looks at text only.
 */

import type { CellId } from '../records/execution-record.ts';
import { findUses } from '../static/index.ts';
import type { Range } from '../static/syntax.ts';
import { type CellLabel, doubtsOf, type Gate, gatesOf } from './gates.ts';
import type { Settlement } from './settlement.ts';
import type { Standing } from './standings.ts';

/** A range in a cell, and its problem. Offsets are UTF-16 units of the cell. */
export interface PlacedGate extends Range {
  readonly type: Gate['type'];
  readonly reason: string;
  readonly opens: string;
  /** Whether the cell surely comes to this range. */
  readonly sure: boolean;
}

/** The limit of ranges of one kind. */
const MOST_RANGES = 5;

/** The gates and doubts of a cell, by range. */
export function placedGates(
  settlement: Settlement,
  standings: ReadonlyMap<CellId, Standing>,
  cell: CellId,
  label: CellLabel,
): PlacedGate[] {
  const parsed = settlement.names.parsed(cell);
  const names = settlement.names.of(cell);
  if (!parsed || !names) return [];
  const placed = ({ type, name, reason, opens }: Gate, sure: boolean): PlacedGate[] => {
    if (type === 'syntax') {
      const places = parsed.errors.slice(0, 1).map((error) => visible(parsed.source, error));
      return places.map((place) => ({ ...place, type, reason: 'this is no valid Python', opens, sure }));
    }
    if (name === undefined) return [];
    const at = names.statements.findIndex(({ readings }) => readings.has(name));
    const own = findUses(parsed.statements[at]?.body ?? [], name);
    // a call reads the names that its function uses
    const uses = own.length > 0 ? own : parsed.statements.flatMap(({ body }) => findUses(body, name));
    return uses.slice(0, MOST_RANGES).map((place) => ({ ...place, type, reason, opens, sure }));
  };
  const gates = gatesOf(settlement, standings, cell, label);
  if (gates.some(({ type }) => type === 'syntax')) return gates.flatMap((gate) => placed(gate, true));
  const doubts = doubtsOf(settlement, standings, cell, label);
  return [...gates.flatMap((gate) => placed(gate, true)), ...doubts.flatMap((gate) => placed(gate, false))];
}

/** At least one character, and none of the next line. */
function visible(source: string, { from, to }: Range): Range {
  const end = source.indexOf('\n', from);
  const last = end < 0 ? source.length : end;
  if (last > from) return { from, to: Math.min(Math.max(to, from + 1), last) };
  // at the end of a line: the text before it
  const before = source.slice(0, from).trimEnd().length;
  return { from: Math.max(0, before - 1), to: before };
}
