/** All problems of an open notebook: what keeps its cells from running now, and what a check finds. It marks nothing. */

import { type CoreState, isBlank, type Phase } from '../../../slicer/index.ts';
import { SluiceError } from '../../errors.ts';
import type { Problem, ProblemsAnswer } from '../messages/messages.ts';
import { gateProblems } from './gate-problems.ts';
import type { NotebookChecker, StandingNotebook } from './notebook-checker.ts';

/** Rules that say from the text alone what gates say of the notebook as it runs. */
const KNOWN_BETTER = new Set(['syntax-error', 'undefined-name', 'h6']);

/** Of these, rules that take the cells above for all that has run before; in any order only gates know. */
const IN_PAGE_ORDER = new Set(['undefined-name', 'h6']);

/** Rules that judge by execution counts whether cells ran in order: where all are up to date, it does not matter in which order they ran. */
const BY_COUNTS = new Set(['c2', 'h1', 'h4']);

/** The answer: in page order, errors of a place first. */
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
  // while it is being checked elsewhere
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
