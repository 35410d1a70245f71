/** All problems of an open notebook: gates of its cells, and findings of a check. It draws nothing. */

import { type CoreState, isBlank, type Phase } from '../../../slicer/index.ts';
import { SluiceError } from '../../errors.ts';
import type { Problem, ProblemsAnswer } from '../messages/messages.ts';
import { gateProblems } from './gate-problems.ts';
import type { NotebookChecker, StandingNotebook } from './notebook-checker.ts';

/** Rules from the text alone whose problems the gates know better. */
const KNOWN_BETTER = new Set(['syntax-error', 'undefined-name', 'h6']);

/** Rules among these that assume all cells above have run; in any-order mode only gates know. */
const IN_PAGE_ORDER = new Set(['undefined-name', 'h6']);

/** Rules that judge the order of runs by execution counts: the order does not matter if all cells are up to date. */
const BY_COUNTS = new Set(['c2', 'h1', 'h4']);

/** The answer: in page order, errors of a range first. */
export async function problemsAnswer(
  core: CoreState,
  notebook: StandingNotebook,
  checker: NotebookChecker,
  phase: Phase,
  soon: boolean,
): Promise<ProblemsAnswer> {
  const checking = checker.check(notebook, phase, soon).then(
    (checked) => ({ found: checked.problems, awaited: checked.awaited, failure: null }),
    (error: unknown) => {
      if (!(error instanceof SluiceError)) throw error;
      return { found: [], awaited: [], failure: error.message };
    },
  );
  // computed while the check runs elsewhere
  const gates = core.order.flatMap((cell) => gateProblems(core, cell));
  const { found, awaited, failure } = await checking;
  const held = new Set(gates.map(({ cell }) => cell));
  const isAnyOrder = core.orderMode === 'any-order';
  const isUpToDate = [...core.standings].every(
    ([cell, { type }]) => type === 'settled' || type === 'failed' || isBlank(core.sources.get(cell) ?? ''),
  );
  const others = found.filter(
    ({ code, cell }) =>
      !(KNOWN_BETTER.has(code) && held.has(cell)) &&
      !(isAnyOrder && IN_PAGE_ORDER.has(code)) &&
      !(isUpToDate && BY_COUNTS.has(code)),
  );
  const places = new Map(notebook.cells.map(({ id }, at) => [id, at]));
  const placeOf = ({ cell, line }: Problem) =>
    [cell === null ? -1 : (places.get(cell) ?? -1), line ?? 0] as const;
  const problems = [...gates, ...others].toSorted((a, b) => {
    const [[cell, line], [otherCell, otherLine]] = [placeOf(a), placeOf(b)];
    return cell - otherCell || line - otherLine || a.from - b.from;
  });
  return { to: 'problems', problems, awaited, failure };
}
