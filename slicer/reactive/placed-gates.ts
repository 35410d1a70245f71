/**
 * Where in a cell's text is what keeps it from running, or will let it fail where it comes to it: the checks of `gates.ts`, with their
 * places. It looks at text only.
 */

import type { CellId } from '../model.ts';
import { findUses } from '../static/index.ts';
import type { Range } from '../static/syntax.ts';
import { type CellLabel, doubtsOf, type Gate, gatesOf } from './gates.ts';
import type { Settlement, Standing } from './settlement.ts';

/** A place in a cell, and what is wrong there. Offsets are UTF-16 units of the cell. */
export interface PlacedGate extends Range {
  readonly type: Gate['type'];
  readonly reason: string;
  readonly opens: string;
  /** Whether the cell surely comes to this place. */
  readonly sure: boolean;
}

/** Places of one kind that are told. */
const MOST = 5;

/** What keeps a cell from running, by place. */
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
    const at = names.statements.findIndex(({ reads }) => reads.has(name));
    const own = findUses(parsed.statements[at]?.body ?? [], name);
    // a call reads what its function uses
    const uses = own.length > 0 ? own : parsed.statements.flatMap(({ body }) => findUses(body, name));
    return uses.slice(0, MOST).map((place) => ({ ...place, type, reason, opens, sure }));
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
  // at the end of a line: what stands before it
  const before = source.slice(0, from).trimEnd().length;
  return { from: Math.max(0, before - 1), to: before };
}
