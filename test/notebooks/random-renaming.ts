/** Gives a variable of a notebook another name in all cells, as the page's *Rename* does. It runs nothing. */

import { CodeImpact, type LibraryKnowledge } from '../../slicer/index.ts';
import type { Choices } from '../generator/random.ts';
import type { RandomEdit } from './random-edit.ts';

const ASSIGNED = /^([A-Za-z_]\w*) *=(?!=)/gm;
const ENDING = '_2';

/** The cells edited by such a renaming; null without a variable that can be renamed without a clash. */
export function randomRenaming(
  sources: ReadonlyMap<string, string>,
  library: LibraryKnowledge,
  choices: Choices,
): readonly RandomEdit[] | null {
  const names = [...sources.values()].flatMap((text) => [...text.matchAll(ASSIGNED)].map(([, name]) => name));
  if (names.length === 0) return null;
  const name = choices.pick(names) ?? '';
  const cells = [...sources].map(([cell, source]) => ({ cell, source }));
  const renaming = new CodeImpact({ cells, runs: cells }, library).rename({
    cell: null,
    name,
    to: name + ENDING,
  });
  if (renaming === null || renaming.clashes.length > 0) return null;
  return [...renaming.sources].map(([cell, after]) => ({ cell, before: sources.get(cell) ?? '', after }));
}
