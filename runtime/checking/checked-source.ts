/** A notebook or a session in the form for checks. It reads no files. */

import { basename, dirname } from 'node:path';
import type {
  CheckedCell,
  CheckedNotebook,
  CheckedOutput,
  LoggedRun,
  Surroundings,
} from '../../slicer/index.ts';
import { isForKernel, type Notebook, type Output } from '../documents/index.ts';
import type { RecordedSession, SessionEvent, SourceSession } from '../sources/index.ts';
import { NOWHERE, type Projects } from './project.ts';

/** A source to check, with the files around it. */
export function checkedSource(source: SourceSession, projects: Projects): CheckedNotebook {
  if (source.kind === 'notebook') {
    return checkedNotebook(source.notebook, projects.around(dirname(source.path)));
  }
  // a history may belong to any folder
  const surroundings = source.kind === 'history' ? NOWHERE : projects.around(dirname(source.path));
  return { ...cellsOfSession(source), fileName: null, surroundings };
}

/** A notebook to check. */
export function checkedNotebook(
  notebook: Pick<Notebook, 'path' | 'cells'>,
  surroundings: Surroundings,
): CheckedNotebook {
  const cells = notebook.cells.map((cell): CheckedCell => {
    const { id, type, source } = cell;
    const empty = { id, type, source, executionCount: null, outputs: [] };
    if (cell.type !== 'code') return empty;
    if (!isForKernel(cell)) return { ...empty, source: '', isForeign: true };
    // counts begin with 1: some tools clear them to 0
    const executionCount = cell.executionCount || null;
    return { id, type, source, executionCount, outputs: cell.outputs.map(checkedOutput) };
  });
  return { fileName: basename(notebook.path), cells, log: null, surroundings };
}

function checkedOutput(output: Output): CheckedOutput {
  const plain = { executionCount: null, error: null };
  switch (output.output_type) {
    case 'stream':
      return { ...plain, type: 'stream' };
    case 'display_data':
      return { ...plain, type: 'display' };
    case 'execute_result':
      return { ...plain, type: 'result', executionCount: output.execution_count };
    case 'error':
      return { ...plain, type: 'error', error: output.ename };
  }
}

/** The cells after the last event, and all runs. */
function cellsOfSession({ events, order }: Pick<RecordedSession, 'events' | 'order'>): {
  readonly cells: readonly CheckedCell[];
  readonly log: readonly LoggedRun[];
} {
  const texts = new Map<string, string>();
  const log: LoggedRun[] = [];
  let [count, restarts] = [0, 0];
  for (const event of events as readonly SessionEvent[]) {
    if (event.type === 'restart') [count, restarts] = [0, restarts + 1];
    else if (event.type === 'delete') texts.delete(event.cell);
    else if (event.type === 'run' || event.type === 'edit') {
      texts.set(event.cell, event.source);
      if (event.type === 'edit') continue;
      count += 1;
      log.push({ cell: event.cell, source: event.source, count, restarts });
    }
  }
  const cells = order.flatMap((id): CheckedCell[] => {
    const source = texts.get(id);
    if (source === undefined) return [];
    const executionCount = log.findLast(({ cell }) => cell === id)?.count ?? null;
    return [{ id, type: 'code', source, executionCount, outputs: [] }];
  });
  return { cells, log };
}
