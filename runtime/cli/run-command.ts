/** `sluice run`: runs a notebook top to bottom, headless, and saves the outputs. */

import {
  type CodeCell,
  readNotebook,
  saveAtomically,
  serializeNotebook,
  withOutputs,
} from '../documents/index.ts';
import type { Command } from './arguments.ts';
import { checkOutputPath } from './output-path.ts';
import { printJson } from './print.ts';
import { oneLine, progress, ticker } from './progress.ts';
import { withWorkplace } from './workplace.ts';

/**
 * Runs the command; returns the exit code: 1 when a cell failed. Then no cell after it runs, and what there is is saved; the
 * other cells keep the outputs they had. A kernel that dies leaves the file as it was.
 */
export async function runNotebook(command: Extract<Command, { type: 'run' }>): Promise<number> {
  let notebook = readNotebook(command.path);
  const out = command.out ?? command.path;
  checkOutputPath(out, null);
  const cells = notebook.cells
    .filter((cell): cell is CodeCell => cell.type === 'code')
    .filter((cell) => cell.source.trim() !== '');
  return withWorkplace(command, command.path, async (workplace) => {
    const kernel = await workplace.kernel(workplace.folder);
    const line = ticker();
    for (const [index, cell] of cells.entries()) {
      line.tell(`cell ${index + 1} of ${cells.length}`);
      const { result, ms } = await kernel.run(index + 1, cell.id, cell.source);
      line.done();
      const { status, error } = result;
      notebook = withOutputs(notebook, cell.id, result.outputs, result.executionCount);
      const why = error === null ? null : `${error.name}: ${error.value}`;
      if (command.json) {
        printJson({ type: 'run', cell: cell.id, exec: index + 1, status, error: why, ms: ms.run });
      }
      if (status !== 'ok') {
        saveAtomically(out, serializeNotebook(notebook));
        progress(`cell ${cell.id} failed: ${oneLine(why ?? status)}; stopped there, saved ${out}`);
        return 1;
      }
    }
    saveAtomically(out, serializeNotebook(notebook));
    progress(`${cells.length} cells ran; saved ${out}`);
    return 0;
  });
}
