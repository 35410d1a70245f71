/** One finding for all places of a notebook with the same small fault: many findings would hide the grave ones. */

import type { Range } from '../static/syntax.ts';
import { listed } from '../words/listed.ts';
import type { CodeCell, NotebookFacts } from './facts.ts';
import type { RuleFinding } from './finding.ts';
import type { Rule } from './rule.ts';

/** A place with the fault. */
export interface CellFault {
  readonly cell: CodeCell;
  readonly at: Range;
  /** The fault at this place, for the path of the finding. */
  readonly what: string;
}

/** The finding at the first place; none where comments suppress all places. */
export function oneNote<Place extends CellFault>(
  { isIgnored }: NotebookFacts,
  { code, name, alias }: Pick<Rule, 'code' | 'name' | 'alias'>,
  places: readonly Place[],
  told: (places: readonly Place[]) => Omit<RuleFinding, 'cell' | 'at' | 'path' | 'places'>,
): RuleFinding[] {
  const words = name === undefined ? [code] : [code, name];
  const kept = places.filter(({ cell, at }) => !isIgnored(words, alias ?? null, cell.id, at));
  const [first, ...others] = kept;
  if (first === undefined) return [];
  const path = others.map(({ cell, at, what }) => ({ cell: cell.id, at, what }));
  return [{ ...told(kept), cell: first.cell.id, at: first.at, path, places: kept.length }];
}

/** `cell 3`, `cells 3, 4 and 7`. */
export function cellsOf(places: readonly CellFault[]): string {
  const indices = [...new Set(places.map(({ cell }) => cell.index))].sort((a, b) => a - b);
  return `cell${indices.length === 1 ? '' : 's'} ${listed(indices.map(String))}`;
}
