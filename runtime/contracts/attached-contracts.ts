/**
 * Comments that attach contracts: `# sluice: contract[no-draft]` after code for its line, on a line of its
 * own for the cell. This file knows no contracts.
 */

import type { CheckedCell } from '../../slicer/index.ts';

const COMMENT = /#\s*sluice:\s*contract\[([^\]\n]*)\]/g;

/** A contract attached to a range. */
export interface Attachment {
  readonly contract: string;
  readonly cell: string;
  /** From 1; null: the whole cell. */
  readonly line: number | null;
  /** The comment. */
  readonly at: { readonly from: number; readonly to: number };
}

/** The contracts attached by comments in code, in order. */
export function attachedContracts(cells: readonly CheckedCell[]): Attachment[] {
  return cells
    .filter(({ type }) => type === 'code')
    .flatMap(({ id, source }) =>
      [...source.matchAll(COMMENT)].flatMap((found) => {
        const before = source.slice(0, found.index).split('\n');
        const line = before.at(-1)!.trim() === '' ? null : before.length;
        const at = { from: found.index, to: found.index + found[0].length };
        const names = found[1]!.split(/[\s,]+/).filter((name) => name !== '');
        return names.map((contract) => ({ contract, cell: id, line, at }));
      }),
    );
}
