/** Names that no cell above defines, with the reasons. unbound-names.ts finds names that no cell binds at all. */

import { type CellLiveness, type Definedness, definedAfter, findUses } from '../static/index.ts';
import type { Range } from '../static/syntax.ts';
import type { CheckedNotebook, CodeCell, UndefinedName } from './facts.ts';
import { lostRunOf } from './lost-run.ts';
import { nearName } from './near-name.ts';
import { isGiven } from './unbound-names.ts';

/** The limit of reported ranges for one name. */
const MOST_PLACES = 5;

/** A code cell with its names. */
export interface AnalysedCell {
  readonly cell: CodeCell;
  readonly names: CellLiveness;
}

/** Names that the cell surely reads, and no cell above has defined. */
export function namesTooEarly(
  notebook: CheckedNotebook,
  analysed: readonly AnalysedCell[],
  cell: CodeCell,
): UndefinedName[] {
  const { names } = analysed[cell.index - 1]!;
  const above = analysed.slice(0, cell.index - 1);
  if (cell.parsed.errors.length > 0 || above.some((each) => hides(each.cell))) return [];
  return [...names.readings].flatMap(([name, reading]): UndefinedName[] => {
    if (reading !== 'surely' || isGiven(name)) return [];
    let defined: Definedness = 'not';
    let last: CodeCell | null = null;
    for (const { cell: other, names: theirs } of above) {
      const change = theirs.bindings.get(name);
      if (change === undefined) continue;
      defined = definedAfter(defined, change);
      last = other;
    }
    if (defined !== 'not') return [];
    const below = analysed.slice(cell.index).find(({ names: other }) => other.writes.has(name));
    const known = above.flatMap((each) => [...each.names.writes]);
    const places = placesOf(cell, names, name);
    return [
      {
        name,
        surely: true,
        places,
        indirect: places.every(({ from, to }) => !cell.source.slice(from, to).includes(name)),
        below: below?.cell ?? null,
        deletedIn: last,
        near: below || last ? null : nearName(name, known),
        lostRun: lostRunOf(notebook, cell, name),
      },
    ];
  });
}

/** A name that no cell binds, and that perhaps no run reads. */
export function unboundName(
  name: string,
  places: readonly Range[],
  code: readonly CodeCell[],
): UndefinedName {
  const none = { indirect: false, below: null, deletedIn: null, lostRun: null };
  const known = code.flatMap(({ binds }) => [...binds].filter((each) => each !== name));
  return { name, surely: false, places: places.slice(0, MOST_PLACES), near: nearName(name, known), ...none };
}

/** Whether the text of a cell does not show its future bindings: it is not Python. */
function hides({ opaque, parsed }: CodeCell): boolean {
  return opaque || parsed.errors.length > 0;
}

/**
 * The ranges of a name's uses in the cell; if there are none, the uses in its functions; otherwise (`n += 1`)
 * the reading statement.
 */
function placesOf(cell: CodeCell, names: CellLiveness, name: string): Range[] {
  const at = names.statements.findIndex(({ readings }) => readings.has(name));
  const own = findUses(cell.parsed.statements[at]?.body ?? [], name);
  const uses = own.length > 0 ? own : cell.parsed.statements.flatMap(({ body }) => findUses(body, name));
  const statement = cell.parsed.statements[at];
  if (uses.length === 0 && statement !== undefined) return [{ from: statement.from, to: statement.to }];
  return uses.slice(0, MOST_PLACES);
}
