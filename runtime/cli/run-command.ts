/** `sluice run`: runs a notebook top to bottom, headless, and saves the outputs. */

import type { CellId, OrderMode } from '../../slicer/index.ts';
import { counted } from '../counted.ts';
import {
  type CodeCell,
  type Notebook,
  readNotebook,
  saveAtomically,
  serializeMended,
} from '../documents/index.ts';
import { HeadlessNotebook, HeadlessOutputs, wholeOutputOf } from '../live/index.ts';
import type { TracedKernel } from '../session/index.ts';
import type { Command } from './arguments.ts';
import { sayMended } from './opening-note.ts';
import { checkOutputPath } from './output-path.ts';
import { printJson } from './print.ts';
import { oneLine, progress, ticker } from './progress.ts';
import { failureText, settledJson, settledText } from './settled-text.ts';
import { withWorkplace } from './workplace.ts';

/**
 * Runs the command; returns the exit code: 1 when a cell failed. Then no cell after it runs, and what there is is saved; the
 * other cells keep the outputs they had. A kernel that dies leaves the file as it was.
 */
export async function runNotebook(command: Extract<Command, { type: 'run' }>): Promise<number> {
  const notebook = readNotebook(command.path);
  sayMended(notebook);
  const out = command.out ?? command.path;
  checkOutputPath(out, null);
  const cells = notebook.cells
    .filter((cell): cell is CodeCell => cell.type === 'code')
    .filter((cell) => cell.source.trim() !== '');
  return withWorkplace(command, command.path, async (workplace) => {
    const kernel = await workplace.kernel(workplace.folder);
    workplace.sayOtherKernel(notebook, kernel);
    if (command.reactive) return runReactively(command, command.reactive.order, kernel, notebook, out);
    const order = (): CellId[] => cells.map(({ id }) => id);
    const outputs = new HeadlessOutputs(kernel.client, order, wholeOf(command));
    const line = ticker();
    for (const [index, cell] of cells.entries()) {
      line.tell(`cell ${index + 1} of ${cells.length}`);
      const { result, ms } = await kernel.run(index + 1, cell.id, cell.source, outputs.starting(cell.id));
      line.done();
      const { status, error } = result;
      outputs.ran(cell.id, result);
      const why = error === null ? null : `${error.name}: ${error.value}`;
      if (command.json) {
        printJson({ type: 'run', cell: cell.id, exec: index + 1, status, error: why, ms: ms.run });
      }
      if (status !== 'ok') {
        saveAtomically(out, serializeMended(outputs.saved(notebook)));
        const number =
          notebook.cells.filter(({ type }) => type === 'code').findIndex(({ id }) => id === cell.id) + 1;
        progress(`cell ${number} failed: ${oneLine(why ?? status)}; stopped there, saved ${out}`);
        return 1;
      }
    }
    saveAtomically(out, serializeMended(outputs.saved(notebook)));
    progress(`${counted(cells.length, 'cell')} ran; saved ${out}`);
    return 0;
  });
}

/** The file that gets all of a cell's output; null when none was asked for. */
function wholeOf(command: Extract<Command, { type: 'run' }>): (cell: CellId) => string | null {
  return (cell) => (command.wholeOutput ? wholeOutputOf(command.path, cell) : null);
}

/** Runs every cell that can run, in order; those that need something that failed are left out. */
async function runReactively(
  command: Extract<Command, { type: 'run' }>,
  order: OrderMode,
  kernel: TracedKernel,
  notebook: Notebook,
  out: string,
): Promise<number> {
  let failed = false;
  const headless = new HeadlessNotebook(
    kernel,
    order,
    (run) => {
      failed ||= run.error !== null;
      const failure = failureText(run);
      if (command.json) printJson({ type: 'run', ...run });
      else if (failure !== null) progress(failure);
    },
    wholeOf(command),
  );
  const settled = await headless.update(notebook);
  saveAtomically(out, serializeMended(headless.withOutputs(notebook)));
  if (command.json) printJson(settledJson(settled));
  else for (const line of settledText(settled)) progress(line);
  progress(`saved ${out}`);
  return failed || settled.left.length > 0 ? 1 : 0;
}
