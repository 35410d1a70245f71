/** Cites the table of gone interfaces for cells that fail with the installed versions. It judges no errors. */

import { goneTable } from '../../../instrument/index.ts';
import { type GoneUse, goneUses, type LibraryKnowledge, textFacts } from '../../../slicer/index.ts';
import { checkedNotebook, NOWHERE } from '../../checking/index.ts';
import type { Notebook } from '../../documents/index.ts';

/** A function from a cell and its error to the replacement of the interface that the error is about; null: none is known. */
export function citedInterfaces(
  notebook: Notebook,
  library: LibraryKnowledge,
): (cell: string, error: string) => string | null {
  let uses: readonly GoneUse[] | null = null;
  return (cell, error) => {
    uses ??= goneUses(textFacts(checkedNotebook(notebook, NOWHERE), library).code, goneTable());
    const found = uses.find(
      (use) => use.cell.id === cell && wordsOf(use).some((word) => error.includes(word)),
    );
    if (found === undefined) return null;
    const { package: name, since, use } = found.entry;
    return `${found.name} is gone since ${name} ${since}; use ${use}`;
  };
}

/** The words of an interface that an error about it has. */
function wordsOf({ entry, name }: GoneUse): string[] {
  const { gone, method, keyword, value } = entry;
  if (keyword !== undefined) return [`'${keyword}'`];
  if (value !== undefined) return /\('([^']+)'\)/.exec(name)?.slice(1) ?? [];
  const path = gone ?? method ?? '';
  return path === '' ? [] : [path, `'${path.split('.').at(-1)}'`, `\`${path.split('.').at(-1)}\``];
}
