/**
 * Answers pages' questions about the consequences of a run, a deletion or a renaming: from the states of the
 * core, and for leaks and names from the texts. It changes nothing.
 */

import {
  type CellId,
  type CodeImpact,
  type CoreState,
  capital,
  foreseeDeletion,
  foreseeRun,
  isVariableName,
  labelOf,
  listed,
  planView,
} from '../../../slicer/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { Answer, WhatIfChange } from '../messages/messages.ts';
import { codeImpactOf } from './code-impact-of.ts';

/** The time limit of the search, because a person waits. */
const MOST_MS = 1000;

/** The consequences of a change. The past runs are the last run of each cell in this kernel. */
export function whatIfAnswer(core: CoreState, change: WhatIfChange): Answer {
  if (!core.sources.has(change.cell)) throw new SluiceError('that is no code cell');
  switch (change.type) {
    case 'run':
      return {
        to: 'what-if',
        lines: [...runLines(core, change.cell), ...leakLines(core, change.cell)],
        edits: [],
      };
    case 'delete':
      return { to: 'what-if', lines: deletionLines(core, change.cell), edits: [] };
    case 'rename': {
      const { sources, clashes } = renamingOf(codeImpactOf(core), change);
      const label = labelOf(core);
      return {
        to: 'what-if',
        lines: clashes.map(({ cell, line, why }) => `${capital(label(cell))} ${why} (line ${line}).`),
        edits: [...sources].map(([cell, source]) => ({ cell, source })),
      };
    }
  }
}

/** One sentence for each consequence of a run. */
function runLines(core: CoreState, cell: CellId): string[] {
  const label = labelOf(core);
  const { gates, before, after, left } = foreseeRun(core, cell);
  const isLazy = core.mode === 'lazy';
  if (gates.length > 0 && !isLazy)
    return gates.map(
      ({ reason, opens }) => `${capital(label(cell))} is held back: ${reason}. To go on, ${opens}.`,
    );
  const lines = gates.map(({ reason }) => `${capital(label(cell))} would fail: ${reason}.`);
  if (isLazy) {
    if (before.length > 0)
      lines.push(`Run ${cellsOf(core, before)} first, because ${label(cell)} needs new values.`);
    if (after.length > 0) lines.push(`${capital(cellsOf(core, after))} ${areOf(after)} out of date then.`);
  } else {
    const { seconds } = planView(core, [...before, cell, ...after]);
    const time = seconds === null || seconds < 1 ? '' : `, about ${Math.round(seconds)} s in all`;
    if (before.length > 0) lines.push(`${capital(cellsOf(core, before))} ${runsOf(before)} first.`);
    if (after.length > 0) lines.push(`${capital(cellsOf(core, after))} ${runsOf(after)} after it${time}.`);
  }
  if (lines.length === 0) lines.push(`Only ${label(cell)} runs.`);
  if (left.length > 0)
    lines.push(
      `${capital(cellsOf(core, left))} ${left.length === 1 ? 'stays' : 'stay'} out of date or not run.`,
    );
  return lines;
}

/** One sentence for each consequence of a deletion. */
function deletionLines(core: CoreState, cell: CellId): string[] {
  const { again, held, waiting } = foreseeDeletion(core, cell);
  const lines = held.map(
    ({ cell: other, gates: [gate] }) =>
      `${capital(labelOf(core)(other))} can no longer run: ${gate!.reason}.`,
  );
  if (again.length > 0) {
    const words = core.mode === 'lazy' ? `${areOf(again)} out of date then` : `${runsOf(again)} again`;
    lines.push(`${capital(cellsOf(core, again))} ${words}.`);
  }
  if (waiting.length > 0)
    lines.push(`${capital(cellsOf(core, waiting))} ${areOf(waiting)} out of date then.`);
  return lines.length > 0 ? lines : ['No other cell notices.'];
}

/** The leaks of data that the run brings about, each reason once. */
function leakLines(core: CoreState, cell: CellId): string[] {
  const ends = performance.now() + MOST_MS;
  const { paths } = codeImpactOf(core).after(
    { type: 'run', cell },
    { depth: Infinity, analyses: ['leakage'], goesOn: () => performance.now() < ends },
  );
  const leaks = new Map<string, string>();
  for (const { cells, at, verdict, why } of paths) {
    const before = cells.slice(0, -1).filter((each) => each !== cell);
    const when =
      before.length === 0
        ? ''
        : `once ${cellsOf(core, before)} ${before.length === 1 ? 'has' : 'have'} run, `;
    if (verdict === 'leak' && !leaks.has(why))
      leaks.set(why, capital(`${when}${labelOf(core)(at)} leaks: ${why}.`));
  }
  return [...leaks.values()];
}

/** `cell 3`, `cells 3, 4 and 7`. */
function cellsOf({ order }: CoreState, cells: readonly CellId[]): string {
  const numbers = cells.map((cell) => String(order.indexOf(cell) + 1));
  return `${cells.length === 1 ? 'cell' : 'cells'} ${listed(numbers, 8)}`;
}

const runsOf = ({ length }: readonly CellId[]): string => (length === 1 ? 'runs' : 'run');
const areOf = ({ length }: readonly CellId[]): string => (length === 1 ? 'is' : 'are');

function renamingOf(question: CodeImpact, { cell, name, to }: Extract<WhatIfChange, { type: 'rename' }>) {
  if (!isVariableName(to)) throw new SluiceError(`${to} cannot be the name of a variable`);
  if (name === to) throw new SluiceError('that is the name that it has');
  const found = question.rename({ cell, name, to });
  if (found === null) throw new SluiceError(`this cell does not have a variable ${name}`);
  return found;
}
