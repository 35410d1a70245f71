/** The transparency cases: notebooks as data, each run with probes on and off. Nothing runs here. */

import { readFileSync } from 'node:fs';

/** A cell, with what happens to it while it runs. */
export interface CaseCell {
  readonly source: string;
  /** Answers to `input()` and `breakpoint()`, in order. */
  readonly input?: readonly string[];
  /** The kernel is interrupted once this text was printed. */
  readonly interrupt?: string;
  /** The probes cannot be in this cell, and the run has to say so. */
  readonly uninstrumented?: boolean;
}

/** A case. Without marks it runs in any IPython shell, after other cases. */
export interface TransparencyCase {
  readonly name: string;
  readonly cells: readonly CaseCell[];
  /** Modules beyond the standard library that the cells import. */
  readonly needs?: readonly string[];
  /** The lowest Python with the syntax, such as `3.12`. */
  readonly python?: string;
  /** The case needs a kernel: displays, input, interrupts, numbered history. */
  readonly kernel?: boolean;
  /** The case changes the shell or the process, and gets a kernel of its own. */
  readonly fresh?: boolean;
  /** Numbers in the output may differ by this factor (timings, depths). */
  readonly factor?: number;
  /** Why the probes show in this case, and that this is accepted; the oracle then insists that they do. */
  readonly known?: string;
}

type StoredCase = Omit<TransparencyCase, 'cells'> & { readonly cells: readonly (string | CaseCell)[] };

/** All cases of `test/cases/transparency.jsonl`. A cell is its source, or an object. */
export function readTransparencyCases(): TransparencyCase[] {
  const text = readFileSync(new URL('../cases/transparency.jsonl', import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as StoredCase)
    .map((stored) => ({ ...stored, cells: stored.cells.map(cellOf) }));
}

function cellOf(cell: string | CaseCell): CaseCell {
  return typeof cell === 'string' ? { source: cell } : cell;
}
