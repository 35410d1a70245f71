/**
 * Diagnoses a cell whose output differs: the first differing execution of its backward slice, and the cause.
 * It judges by the records of the run, by stored outputs, and by a second run if there is one; it runs
 * nothing.
 */

import { sliceExecution } from '../graph/slice.ts';
import type { CellId } from '../records/execution-record.ts';
import { ofFailedProgram } from './command-causes.ts';
import { causeOfDifference } from './difference-causes.ts';
import { causeOfError, type Explained } from './error-causes.ts';
import type { ComparedCell, Evidence } from './evidence.ts';
import { oneLine } from './one-line.ts';
import { showsOtherwise } from './shown-otherwise.ts';

/** The diagnosis of a cell with a different output. */
export interface Diagnosis extends Origin {
  /**
   * The cell and the cells that it needed, in the order of the run; for a cell that did not run, the slice of
   * the cell at fault.
   */
  readonly slice: readonly CellId[];
}

/** The first differing cell, and the cause. */
interface Origin extends Explained {
  readonly first: CellId;
}

/** The diagnosis of a cell; null: there is nothing to explain. */
export function diagnose(cell: ComparedCell, evidence: Evidence): Diagnosis | null {
  const origin = originOf(cell, evidence);
  if (origin === null) return null;
  const first = evidence.cells.find((other) => other.cell === origin.first) ?? cell;
  const slice = sliceOf(cell.exec === null ? first : cell, evidence).map((other) => other.cell);
  return { ...origin, slice: [...new Set([...slice, cell.cell])] };
}

function originOf(cell: ComparedCell, evidence: Evidence): Origin | null {
  switch (cell.status) {
    case 'same':
    case 'normalized':
    case 'unstored':
      return null;
    case 'timeout':
      return { first: cell.cell, cause: 'unknown', why: 'the time limit was reached in this cell' };
    case 'missing':
      return ofMissing(cell, evidence);
    case 'failed':
      return ofFailed(cell, evidence);
    case 'different':
      return ofDifferent(cell, evidence);
  }
}

/** A cell that did not run has the cause of the cell at fault. */
function ofMissing(cell: ComparedCell, evidence: Evidence): Origin {
  const { needs } = cell;
  const fault = evidence.cells.find((other) => other.cell === needs?.cell && other !== cell);
  if (needs === null || fault === undefined) {
    const why = 'by its execution count it had not run when the notebook was saved';
    return { first: cell.cell, cause: 'order', why };
  }
  const found = originOf(fault, evidence);
  const place = `cell ${fault.index}`;
  const how =
    needs.name === null ? `the run ended in ${place}` : `it needs ${needs.name}, which ${place} did not give`;
  if (found === null) return { first: fault.cell, cause: 'unknown', why: how };
  return { ...found, why: `${how}: ${found.why}` };
}

function ofFailed(cell: ComparedCell, evidence: Evidence): Origin {
  const error = cell.error ?? '';
  const name = /^(?:NameError|UnboundLocalError): (?:name|free variable) '(\w+)'/.exec(error)?.[1];
  if (name !== undefined) return ofMissingName(name, cell, evidence);
  const known = causeOfError(error, (path) => isOfOtherPlace(path, evidence)) ?? ofFailedProgram(cell);
  if (known !== null) return { first: cell.cell, ...known };
  if (/^(?:SyntaxError|IndentationError|TabError)\b/.test(error) && cell.executionCount !== null) {
    return {
      first: cell.cell,
      cause: 'hidden-state',
      why: `its text has changed after its run: ${oneLine(error)}`,
    };
  }
  // an error about a value: the maker of the value may have gone wrong before
  const earlier = firstDifference(cell, evidence);
  if (earlier.cell !== cell.cell) return ofDifferent(cell, evidence);
  return { first: cell.cell, cause: 'unknown', why: `it raises ${oneLine(error)}` };
}

function ofMissingName(name: string, cell: ComparedCell, evidence: Evidence): Origin {
  const { cells, definers } = evidence;
  const own = { first: cell.cell };
  const by = definers.get(name) ?? [];
  const others = cells.filter((other) => by.includes(other.cell) && other.cell !== cell.cell);
  const later = others.find(({ exec }) => exec === null || exec > (cell.exec ?? 0));
  if (later !== undefined) {
    return { ...own, cause: 'order', why: `${name} is defined in cell ${later.index}, which had not run` };
  }
  const giver = cells.find(
    (other) => other.status === 'failed' && other !== cell && BINDS_ANY.test(other.source),
  );
  if (giver !== undefined && (giver.exec ?? 0) < (cell.exec ?? 0)) {
    const { why, ...found } = ofFailed(giver, evidence);
    return { ...found, why: `${name} may have come from cell ${giver.index}, which failed: ${why}` };
  }
  const why =
    others.length > 0
      ? `${name} had a value that the cells in this order do not give it`
      : `no cell defines ${name} any more`;
  return { ...own, cause: 'hidden-state', why };
}

/** Code that may bind names not written in it. */
const BINDS_ANY = /import \*|%run\b|%pylab|\bexec\(/;

function ofDifferent(cell: ComparedCell, evidence: Evidence): Origin {
  const first = firstDifference(cell, evidence);
  return { first: first.cell, ...causeOfDifference(first, sliceOf(first, evidence), evidence) };
}

/**
 * The first cell of the slice, in the order of the run, whose values may have made the difference; otherwise
 * the cell itself. A cell with the same numbers, or with only another picture, shows the same values in
 * another form. A cell that is equal in each run does not cause a difference between runs, and the reverse.
 */
function firstDifference(cell: ComparedCell, evidence: Evidence): ComparedCell {
  const found = sliceOf(cell, evidence).find(
    (other) =>
      other.status === 'different' &&
      (other.varies === null || cell.varies === null || other.varies === cell.varies) &&
      (other.varies === true || !showsOtherwise(other)),
  );
  return found ?? cell;
}

/**
 * Whether a path belongs to another machine. A path under the notebook's present folder does not, if no
 * cell's text has it: a cell has computed it.
 */
function isOfOtherPlace(path: string, { cells, folder }: Evidence): boolean {
  const [head] = /^[\\/]+[^\\/]+[\\/]+[^\\/]+/.exec(path) ?? [];
  return (
    head === undefined ||
    !`${folder}/`.startsWith(`${head}/`) ||
    cells.some(({ source }) => source.includes(head))
  );
}

/** The cells that the cell needed, and itself, in the order of the run. */
function sliceOf(cell: ComparedCell, { cells, graph }: Evidence): readonly ComparedCell[] {
  if (cell.exec === null) return [cell];
  const { executions } = sliceExecution(graph, cell.exec, 'backward', 'cell');
  const needed = new Set(executions);
  return cells
    .filter(({ exec }) => exec !== null && needed.has(exec))
    .sort((a, b) => (a.exec ?? 0) - (b.exec ?? 0));
}
