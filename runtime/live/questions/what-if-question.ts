/**
 * Answers pages' questions about the consequences of a run, a deletion or a renaming, from the texts alone.
 * It changes nothing.
 */

import {
  ANALYSES,
  type CheckedCell,
  CodeImpact,
  type CoreState,
  impactLines,
  isVariableName,
  type LibraryKnowledge,
  leftOverCells,
  type NotebookEvent,
  type PastNotebook,
  sameTexts,
} from '../../../slicer/index.ts';
import { NOWHERE } from '../../checking/index.ts';
import type { Cell } from '../../documents/index.ts';
import { SluiceError } from '../../errors.ts';
import type { Answer, WhatIfChange } from '../messages/messages.ts';

/** The time limit of the search, because a person waits. */
const MOST_MS = 1000;

/** The consequences of a change. The past runs are the last run of each cell in this kernel. */
export function whatIfAnswer(core: CoreState, documented: readonly Cell[], change: WhatIfChange): Answer {
  const { library } = core.settlement;
  const { question, cells } = notebookAsked(core);
  if ('cell' in change && !core.sources.has(change.cell)) throw new SluiceError('that is no code cell');
  const renaming = change.type === 'rename' ? renamingOf(question, change) : null;
  const event: NotebookEvent =
    change.type === 'rename' ? { type: 'rename', sources: renaming!.sources } : change;
  const ends = performance.now() + MOST_MS;
  const impact = question.after(event, {
    depth: Infinity,
    analyses: ANALYSES,
    goesOn: () => performance.now() < ends,
  });
  const known = new Map(documented.map((cell) => [cell.id, cell]));
  const checked = impact.cells.map(({ cell, source }): CheckedCell => {
    const before = known.get(cell);
    const [executionCount, outputs] =
      before?.type === 'code' ? [before.executionCount, before.outputs] : [null, []];
    return { id: cell, type: 'code', source, executionCount, outputs: outputs.length > 0 ? SOME_OUTPUT : [] };
  });
  const left = leftOverCells({ fileName: null, cells: checked, log: null, surroundings: NOWHERE }, library);
  const nothing = { isolated: [], idle: [] };
  return {
    to: 'what-if',
    lines: impactLines(event, impact, nothing, renaming?.clashes ?? [], cells, () => true),
    edits: [...(renaming?.sources ?? [])].map(([cell, source]) => ({ cell, source })),
    ...left,
  };
}

/** A notebook with its questions. */
interface Asked extends PastNotebook {
  readonly library: LibraryKnowledge;
  readonly question: CodeImpact;
}

/** The last notebooks in question: the next question is mostly about another cell of the same texts. */
const asked = new WeakMap<CoreState, Asked>();

function notebookAsked(core: CoreState): Asked {
  const { library } = core.settlement;
  const cells = core.order.map((cell) => ({ cell, source: core.sources.get(cell) ?? '' }));
  const runs = cells
    .flatMap(({ cell }) => core.settlement.execution(cell) ?? [])
    .sort((a, b) => a.exec - b.exec)
    .map(({ cell, source }) => ({ cell, source }));
  const known = asked.get(core);
  const isSame = known?.library === library && sameTexts(known.cells, cells) && sameTexts(known.runs, runs);
  const now = isSame ? known : { cells, runs, library, question: new CodeImpact({ cells, runs }, library) };
  asked.set(core, now);
  return now;
}

/** A stand-in for the outputs of a cell with output. */
const SOME_OUTPUT: CheckedCell['outputs'] = [{ type: 'display', executionCount: null, error: null }];

function renamingOf(question: CodeImpact, { cell, name, to }: Extract<WhatIfChange, { type: 'rename' }>) {
  if (!isVariableName(to)) throw new SluiceError(`${to} cannot be the name of a variable`);
  if (name === to) throw new SluiceError('that is the name that it has');
  const found = question.rename({ cell, name, to });
  if (found === null) throw new SluiceError(`this cell does not have a variable ${name}`);
  return found;
}
