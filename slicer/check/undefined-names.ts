/** Names that no cell above defines, with the reasons. unbound-names.ts finds names that no cell binds at all. */

import {
  type BindingChange,
  type CellLiveness,
  type Definedness,
  definedAfter,
  findUses,
} from '../static/index.ts';
import type { Range } from '../static/syntax.ts';
import type { CheckedCell, CheckedNotebook, CodeCell, UndefinedName } from './facts.ts';
import { lostRunOf } from './lost-run.ts';
import { nearName } from './near-name.ts';
import { isGiven } from './unbound-names.ts';

/** The limit of reported ranges for one name. */
const MOST_PLACES = 5;

/** A code cell with its names. `given`: the cell as the caller gave it. */
export interface AnalysedCell {
  readonly given: CheckedCell;
  readonly cell: CodeCell;
  readonly names: CellLiveness;
}

/** A function that finds, for a cell, names that it surely reads and no cell above has defined. */
export function namesTooEarly(
  notebook: CheckedNotebook,
  analysed: readonly AnalysedCell[],
): (cell: CodeCell) => UndefinedName[] {
  const changes = changesByName(analysed);
  const hiding = analysed.findIndex(({ cell }) => hides(cell));
  return (cell) => {
    const { names } = analysed[cell.index - 1]!;
    if (cell.parsed.errors.length > 0 || (hiding >= 0 && hiding < cell.index - 1)) return [];
    return [...names.readings].flatMap(([name, reading]): UndefinedName[] => {
      if (reading !== 'surely' || isGiven(name)) return [];
      const above = (changes.get(name) ?? []).filter(({ by }) => by.index < cell.index);
      const after = (defined: Definedness, { change }: NameChange) => definedAfter(defined, change);
      if (above.reduce(after, 'not') !== 'not') return [];
      const last = above.at(-1)?.by ?? null;
      const below = analysed.slice(cell.index).find(({ names: other }) => other.writes.has(name));
      const places = placesOf(cell, names, name);
      return [
        {
          name,
          surely: true,
          places,
          indirect: places.every(({ from, to }) => !cell.source.slice(from, to).includes(name)),
          below: below?.cell ?? null,
          deletedIn: last,
          near: below || last ? null : nearName(name, writtenAbove(analysed, cell)),
          lostRun: lostRunOf(notebook, cell, name),
        },
      ];
    });
  };
}

/** A cell's binding or deletion of a name. */
interface NameChange {
  readonly by: CodeCell;
  readonly change: BindingChange;
}

/** The changes of each name, in order of the page. */
function changesByName(analysed: readonly AnalysedCell[]): ReadonlyMap<string, readonly NameChange[]> {
  const found = new Map<string, NameChange[]>();
  for (const { cell, names } of analysed)
    for (const [name, change] of names.bindings) {
      const known = found.get(name) ?? [];
      found.set(name, known);
      known.push({ by: cell, change });
    }
  return found;
}

function writtenAbove(analysed: readonly AnalysedCell[], { index }: CodeCell): string[] {
  return analysed.slice(0, index - 1).flatMap(({ names }) => [...names.writes]);
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
