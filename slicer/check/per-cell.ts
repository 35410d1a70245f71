/** Facts of one code cell that several checks need: a check after an edit finds those of unchanged cells again. */

import type { CodeCell } from './facts.ts';

/** A function that computes a fact of a cell once. The fact must depend on the cell alone. */
export function perCell<Fact>(compute: (cell: CodeCell) => Fact): (cell: CodeCell) => Fact {
  const known = new WeakMap<CodeCell, { readonly fact: Fact }>();
  return (cell) => {
    let found = known.get(cell);
    if (found === undefined) {
      found = { fact: compute(cell) };
      known.set(cell, found);
    }
    return found.fact;
  };
}
