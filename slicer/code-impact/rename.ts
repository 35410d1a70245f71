/** Renames a variable in all cells that use it, and finds clashes. */

import type { CellText } from '../information-flow/index.ts';
import { BUILTIN_NAMES } from '../static/index.ts';
import { lineAt } from '../words/line-at.ts';
import type { CellSummary } from './cell-summary.ts';
import type { PageOrder } from './expected-runs.ts';
import { findNamePlaces, type NameRange } from './name-places.ts';
import { placesOfVariable } from './variable.ts';

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
  const places = placesOfVariable(page, { cell, name });
  if (places === null) return null;
  const sources = new Map<string, string>();
  const clashes: Clash[] = [];
  for (const [place, { cell: id, source }] of page.cells.entries()) {
    const own = places[place]!;
    if (own.length === 0) continue;
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

function replaced(source: string, places: readonly NameRange[], name: string, to: string): string {
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
  { type, from, hidden }: NameRange,
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
