/** Where in a cell's text is what keeps it from running: the checks of `gates.ts`, with their places. It looks at text only. */

import type { CellId } from '../model.ts';
import { findUses } from '../static/index.ts';
import type { Range } from '../static/syntax.ts';
import { type CellLabel, type Gate, gatesOf } from './gates.ts';
import type { Settlement, Standing } from './settlement.ts';

/** A place in a cell, and what is wrong there. Offsets are UTF-16 units of the cell. */
export interface PlacedGate extends Range {
  readonly type: Gate['type'];
  readonly reason: string;
  readonly opens: string;
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
  return gatesOf(settlement, standings, cell, label).flatMap(
    ({ type, name, reason, opens }): PlacedGate[] => {
      if (type === 'syntax') {
        const places = parsed.errors.slice(0, 1).map((error) => visible(parsed.source, error));
        return places.map((place) => ({ ...place, type, reason: 'this is no valid Python', opens }));
      }
      if (name === undefined) return [];
      const at = names.statements.findIndex(({ reads }) => reads.has(name));
      const own = findUses(parsed.statements[at]?.body ?? [], name);
      // a call reads what its function uses
      const uses = own.length > 0 ? own : parsed.statements.flatMap(({ body }) => findUses(body, name));
      return uses.slice(0, MOST).map((place) => ({ ...place, type, reason, opens }));
    },
  );
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
