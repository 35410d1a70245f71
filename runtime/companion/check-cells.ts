/** Checks the cells that a kernel has seen, as `sluice check` checks a notebook. It knows no outputs. */

import { type CoreState, labelOf } from '../../slicer/index.ts';
import type { Cell } from '../documents/index.ts';
import { problemsAnswer } from '../live/index.ts';
import { CheckThread } from '../problems/index.ts';
import type { FromCompanion } from './companion-messages.ts';
import { fileNamed } from './file-named.ts';

/** Its thread ends when nothing has been asked for a while. */
const CHECKER = new CheckThread();

/** The answer to `check`. `name`: of the notebook file, if the front end says it. */
export async function checkCells(core: CoreState, name: string | undefined): Promise<FromCompanion> {
  const cells = core.order.map((id): Cell => {
    const source = core.sources.get(id) ?? '';
    return { type: 'code', id, source, metadata: {}, executionCount: null, outputs: [] };
  });
  const notebook = { path: fileNamed(name), cells, metadata: {} };
  const { problems, failure } = await problemsAnswer(core, notebook, CHECKER, 'explore', false);
  if (failure !== null) return { type: 'refusal', text: failure };
  const label = labelOf(core);
  const lines = problems.map(({ cell, line, severity, message, code }) => {
    const place = cell === null ? 'notebook' : `${label(cell)}${line === null ? '' : `, line ${line}`}`;
    return `${place}: ${severity}: ${message} [${code}]`;
  });
  return {
    type: 'answer',
    text: lines.length === 0 ? 'No problems.' : lines.join('\n'),
    cells: [...new Set(problems.flatMap(({ cell }) => cell ?? []))],
    problems: problems.map(({ code, severity, cell, line, message }) => {
      return { code, severity, cell, line, message };
    }),
  };
}
