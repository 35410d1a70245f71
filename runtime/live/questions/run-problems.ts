/**
 * Problems of an open notebook that its runs show: cells out of date, runs in another order, cells without a
 * use. The core knows its runs, so these problems replace the findings of rules that judge saved execution
 * counts. Equal problems of several cells are one.
 */

import { type CellId, type CoreState, isOutOfDate, listed, unusedCells } from '../../../slicer/index.ts';
import type { Cell } from '../../documents/index.ts';
import type { Problem } from '../messages/problem-messages.ts';

/** Rules that judge execution counts: for a kernel with runs the core knows better. */
const BY_COUNTS: ReadonlySet<string> = new Set(['c1', 'c2', 'h1', 'h2', 'h3', 'h4']);

/** Whether a finding of a check is about execution counts, and the core knows the runs. */
export function isKnownFromRuns(core: CoreState, code: string): boolean {
  return BY_COUNTS.has(code) && core.exec > 0 && hasRun(core);
}

/** The problems, before sharing. `held`: cells whose gates are problems already. */
export function runProblems(
  core: CoreState,
  cells: readonly Cell[],
  held: ReadonlySet<CellId | null> = new Set(),
): Problem[] {
  if (!hasRun(core)) return [];
  const numbers = new Map(core.order.map((cell, at) => [cell, at + 1]));
  const typeOf = (cell: CellId) => core.standings.get(cell)?.type;
  const outputs = new Map(
    cells.flatMap((cell) => (cell.type === 'code' ? [[cell.id, cell.outputs.length] as const] : [])),
  );
  const late = core.order.filter((cell) => isOutOfDate(core, cell));
  const of = (test: (cell: CellId) => boolean): CellId[] =>
    late.filter((cell) => !held.has(cell) && test(cell));
  const unrun = of((cell) => typeOf(cell) === 'unrun');
  const found = [
    problem(
      'h2',
      'warning',
      of((cell) => typeOf(cell) === 'edited'),
      numbers,
      (named, many) =>
        many ? `${named} were edited after they ran; run them` : `${named} was edited after it ran; run it`,
    ),
    problem(
      'stale',
      'warning',
      of((cell) => typeOf(cell) === 'fresh' || typeOf(cell) === 'stale'),
      numbers,
      (named, many) => `${named} ${many ? 'are' : 'is'} out of date; update ${many ? 'them' : 'it'}`,
    ),
    problem(
      'h1',
      'warning',
      unrun.filter((cell) => (outputs.get(cell) ?? 0) > 0),
      numbers,
      (named, many) =>
        `${named} ${many ? 'show results' : 'shows a result'} of an earlier kernel; run ${many ? 'them' : 'it'}`,
    ),
    problem(
      'c1',
      'warning',
      unrun.filter((cell) => (outputs.get(cell) ?? 0) === 0),
      numbers,
      (named, many) =>
        `${named} ${many ? 'have' : 'has'} not run; run ${many ? 'them' : 'it'}, or delete ${many ? 'them' : 'it'}`,
    ),
    outOfOrder(core, numbers),
  ];
  // a cell that has not run yet may use anything
  const unused = late.length > 0 ? [] : unusedCells(core).filter((cell) => isSilent(core, cell, outputs));
  return [
    ...found.filter((each) => each !== null),
    ...unused.map((cell) => ({
      ...WHOLE_CELL,
      code: 'idle',
      severity: 'info' as const,
      cell,
      message: 'this cell shows nothing, and no cell uses its results; delete it, if it is left over',
    })),
  ];
}

/** Whether a cell showed nothing, and does not check or command anything. */
function isSilent({ sources }: CoreState, cell: CellId, outputs: ReadonlyMap<CellId, number>): boolean {
  return outputs.get(cell) === 0 && !/^\s*(?:[%!]|assert\b|raise\b)/m.test(sources.get(cell) ?? '');
}

function hasRun({ settlement, order }: CoreState): boolean {
  return order.some((cell) => settlement.execution(cell) !== null);
}

/** In any-order mode cells count as they ran; a run from the top has another order. */
function outOfOrder(core: CoreState, numbers: ReadonlyMap<CellId, number>): Problem | null {
  const ran = core.settlement.order.filter((cell) => core.settlement.execution(cell) !== null);
  const moved = ran.filter((cell, at) => {
    const above = ran.slice(0, at).some((other) => numbers.get(other)! > numbers.get(cell)!);
    return numbers.has(cell) && above;
  });
  return problem(
    'c2',
    'warning',
    moved,
    numbers,
    (named) =>
      `${named} ran after cells below; a run from the top may show something else: restart and run all`,
  );
}

const WHOLE_CELL = {
  line: null,
  text: '',
  from: 0,
  to: 0,
  why: null,
  path: [],
  fix: null,
  evidence: null,
  provable: false,
} as const;

/** One problem at the first of the cells; its path has the others. */
function problem(
  code: string,
  severity: Problem['severity'],
  cells: readonly CellId[],
  numbers: ReadonlyMap<CellId, number>,
  words: (named: string, isMany: boolean) => string,
): Problem | null {
  const [cell, ...others] = cells;
  if (cell === undefined) return null;
  const found = cells.map((each) => String(numbers.get(each)));
  const isMany = found.length > 1;
  const named = isMany ? `cells ${listed(found, 8)}` : 'this cell';
  const path = others.map((other) => ({ cell: other, line: 1, what: 'as well' }));
  return { ...WHOLE_CELL, code, severity, cell, message: words(named, isMany), path };
}
