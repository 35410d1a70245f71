/**
 * Renames a variable in all cells that use it, and finds clashes. Cells use the same variable if one finds
 * the other's value in a run from the top.
 */

import type { CellText } from '../information-flow/index.ts';
import { BUILTIN_NAMES } from '../static/index.ts';
import { lineAt } from '../words/line-at.ts';
import type { CellSummary } from './cell-summary.ts';
import type { PageOrder } from './expected-runs.ts';
import { findNamePlaces, type NamePlace } from './name-places.ts';

/** A problem with a new name. */
export interface Clash {
  readonly cell: string;
  /** 1-based line of the cell. */
  readonly line: number;
  readonly why: string;
}

/** A variable with another name. */
export interface Renaming {
  /** The cells that have to change, with their new texts. */
  readonly sources: ReadonlyMap<string, string>;
  readonly clashes: readonly Clash[];
}

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** Whether a text can be the name of a variable. */
export function isVariableName(text: string): boolean {
  return NAME.test(text) && !KEYWORDS.has(text);
}

/**
 * The renaming of a variable. `cell` selects the variable that this cell uses, if the notebook has several
 * with the name; null: rename all. Returns null if no cell has the name, or this cell does not.
 */
export function renameVariable(
  page: PageOrder,
  summarize: (cells: readonly CellText[]) => readonly CellSummary[],
  { cell, name, to }: { readonly cell: string | null; readonly name: string; readonly to: string },
): Renaming | null {
  const places = page.cells.map(({ source }) => findNamePlaces(source, name));
  const meaning = meaningOfName(page, name, places);
  const at = cell === null ? -1 : page.placeOf(cell);
  const group = at < 0 ? null : meaning[at]!;
  const isMeant = (place: number) => meaning[place] !== null && (group === null || meaning[place] === group);
  if (cell !== null && group === null) return null;
  const sources = new Map<string, string>();
  const clashes: Clash[] = [];
  for (const [place, { cell: id, source }] of page.cells.entries()) {
    const own = places[place]!;
    if (!isMeant(place) || own.length === 0) continue;
    sources.set(id, replaced(source, own, name, to));
    for (const found of own) clashes.push(...clashesAt(id, source, found, name, to));
  }
  if (sources.size === 0) return null;
  const taken = page.cells.filter(
    ({ reads, needs, gives }) => reads.has(to) || needs.has(to) || gives.has(to),
  );
  for (const { cell: id, source } of taken) {
    const [first] = findNamePlaces(source, to);
    clashes.push({ cell: id, line: lineAt(source, first?.from ?? 0), why: `has a variable ${to} already` });
  }
  clashes.push(...leftBehind(page, summarize, sources, name, to));
  return { sources, clashes };
}

/** For each cell, a number shared by the cells with the same variable; null: the cell does not have the name. */
function meaningOfName(
  page: PageOrder,
  name: string,
  places: readonly (readonly NamePlace[])[],
): (number | null)[] {
  const group = page.cells.map((_, at) => at);
  const root = (at: number): number => (group[at] === at ? at : root(group[at]!));
  const join = (a: number, b: number) => {
    group[root(a)] = root(b);
  };
  const hasIt = page.cells.map(
    ({ reads, needs, gives, deletes }, at) =>
      places[at]!.length > 0 || reads.has(name) || needs.has(name) || gives.has(name) || deletes.has(name),
  );
  const mentioned = hasIt.flatMap((has, at) => (has && places[at]!.length > 0 ? [at] : []));
  for (const [at, { reads, needs, gives, replaces, deletes }] of page.cells.entries()) {
    if (!hasIt[at]) continue;
    const isTaken = reads.has(name) || needs.has(name) || deletes.has(name);
    const isNew = gives.has(name) && replaces.has(name) && !isTaken;
    if (!isNew) for (const writer of page.bindersAbove(name, at)) join(at, writer);
    // the cell has the name only through functions, or only in functions
    if (places[at]!.length === 0 || (!isTaken && !gives.has(name))) {
      for (const other of mentioned) join(at, other);
    }
  }
  return hasIt.map((has, at) => (has ? root(at) : null));
}

function replaced(source: string, places: readonly NamePlace[], name: string, to: string): string {
  let text = source;
  for (const { type, from, to: end } of places.toReversed()) {
    if (type === 'path') continue;
    text = text.slice(0, from) + (type === 'import' ? `${name} as ${to}` : to) + text.slice(end);
  }
  return text;
}

function clashesAt(
  cell: string,
  source: string,
  { type, from, hidden }: NamePlace,
  name: string,
  to: string,
) {
  const line = lineAt(source, from);
  const found: Clash[] = [];
  if (type === 'path')
    found.push({ cell, line, why: `imports a part of ${name}: that cannot have another name` });
  if (hidden(to)) found.push({ cell, line, why: `has a local variable ${to} there` });
  if (BUILTIN_NAMES.has(to)) found.push({ cell, line, why: `would hide the builtin ${to}` });
  return found;
}

/** Cells that would still have the old name after the renaming, as far as the analysis knows. */
function leftBehind(
  page: PageOrder,
  summarize: (cells: readonly CellText[]) => readonly CellSummary[],
  sources: ReadonlyMap<string, string>,
  name: string,
  to: string,
): Clash[] {
  const after = summarize(
    page.cells.map(({ cell, source }) => ({ cell, source: sources.get(cell) ?? source })),
  );
  return after.flatMap(({ cell, reads, needs, gives }): Clash[] => {
    if (!sources.has(cell) || !(reads.has(name) || needs.has(name) || gives.has(name))) return [];
    const line = reads.get(name)?.line ?? 1;
    return [{ cell, line, why: `would still have ${name} beside ${to}` }];
  });
}
