/** All problems of an open notebook: gates of its cells, problems of its runs, and findings of a check. It draws nothing. */

import type { CoreState, Phase } from '../../../slicer/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { Problem, ProblemsAnswer } from '../messages/problem-messages.ts';
import { gateProblems } from './gate-problems.ts';
import type { NotebookChecker, StandingNotebook } from './notebook-checker.ts';
import { isKnownFromRuns, runProblems } from './run-problems.ts';

/** Rules from the text alone whose problems the gates know better. */
const KNOWN_BETTER = new Set(['syntax-error', 'undefined-name', 'h6']);

/** Rules among these that assume all cells above have run; in any-order mode only gates know. */
const IN_PAGE_ORDER = new Set(['undefined-name', 'h6']);

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
  const runs = phase === 'share' ? runProblems(core, notebook.cells, held) : [];
  const isTold = (problem: Problem) =>
    found.some(({ code, cell }) => code === problem.code && cell === problem.cell);
  const others = found.filter(
    ({ code, cell }) =>
      !(KNOWN_BETTER.has(code) && held.has(cell)) &&
      !(isAnyOrder && IN_PAGE_ORDER.has(code)) &&
      !isKnownFromRuns(core, code),
  );
  const places = new Map(notebook.cells.map(({ id }, at) => [id, at]));
  const placeOf = ({ cell, line }: Problem) =>
    [cell === null ? -1 : (places.get(cell) ?? -1), line ?? 0] as const;
  const problems = [...gates, ...runs.filter((each) => !isTold(each)), ...others].toSorted((a, b) => {
    const [[cell, line], [otherCell, otherLine]] = [placeOf(a), placeOf(b)];
    return cell - otherCell || line - otherLine || a.from - b.from;
  });
  return { to: 'problems', problems, awaited, failure };
}
