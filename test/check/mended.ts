/** Finds and fixes the findings of one rule in a notebook. It asserts nothing. */

import { shippedLibrary } from '../../instrument/index.ts';
import { type CheckedNotebook, checkNotebook } from '../../slicer/index.ts';

/** The findings of one rule. */
export function findingsOf(notebook: CheckedNotebook, code: string) {
  return checkNotebook(notebook, { select: [code], ignore: [], phase: 'share' }, shippedLibrary()).findings;
}

/** The notebook after all fixes of a rule, one after another. */
export function mend(notebook: CheckedNotebook, code: string): CheckedNotebook {
  for (let current = notebook; ; ) {
    const fix = findingsOf(current, code).find((finding) => finding.fix !== null)?.fix;
    if (!fix) return current;
    const texts = new Map(fix.edits.map(({ cell, source }) => [cell, source]));
    const cells = current.cells.flatMap((cell) => {
      const source = texts.get(cell.id);
      return source === undefined ? [cell] : source === null ? [] : [{ ...cell, source }];
    });
    current = { ...current, cells };
  }
}
