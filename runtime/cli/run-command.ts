/** `sluice run`: runs a notebook top to bottom, headless, and saves the outputs. */

import {
  type CodeCell,
  readNotebook,
  saveAtomically,
  serializeNotebook,
  withOutputs,
} from '../documents/index.ts';
import type { Command } from './arguments.ts';
import { withWorkplace } from './opened-session.ts';
import { printJson } from './print.ts';
import { progress, ticker } from './progress.ts';

/** Runs the command; returns the exit code: 1 when a cell failed (the cells before it are saved, none after it runs). */
export async function runNotebook(command: Extract<Command, { type: 'run' }>): Promise<number> {
  let notebook = readNotebook(command.path);
  return withWorkplace(command, command.path, async (workplace) => {
    const kernel = await workplace.kernel(workplace.folder);
    const cells = notebook.cells
      .filter((cell): cell is CodeCell => cell.type === 'code')
      .filter((cell) => cell.source.trim() !== '');
    const line = ticker();
    let failed: string | null = null;
    let count = 0;
    for (const [index, cell] of cells.entries()) {
      line.tell(`cell ${index + 1} of ${cells.length}`);
      const { result, ms } = await kernel.run(index + 1, cell.id, cell.source);
      line.done();
      notebook = withOutputs(notebook, cell.id, result.outputs, result.executionCount);
      count += 1;
      if (command.json)
        printJson({ type: 'run', cell: cell.id, exec: index + 1, status: result.status, ms: ms.run });
      if (result.status !== 'ok') {
        failed = `cell ${cell.id}: ${result.error?.name ?? result.status}: ${result.error?.value ?? ''}`;
        break;
      }
    }
    const out = command.out ?? command.path;
    saveAtomically(out, serializeNotebook(notebook));
    progress(failed === null ? `${count} cells ran; saved ${out}` : `${failed}; stopped there, saved ${out}`);
    return failed === null ? 0 : 1;
  });
}
