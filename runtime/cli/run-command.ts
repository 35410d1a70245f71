/** `sluice run`: runs a notebook top to bottom, headless, and saves the outputs. */

import { type CellId, namesOfText, type OrderMode } from '../../slicer/index.ts';
import { counted } from '../counted.ts';
import {
  type CodeCell,
  hasTag,
  type Notebook,
  type Parameter,
  parametersCell,
  readNotebook,
  saveAtomically,
  serializeMended,
  withParameters,
} from '../documents/index.ts';
import { SluiceError } from '../errors.ts';
import { HeadlessNotebook, HeadlessOutputs, wholeOutputOf } from '../live/index.ts';
import type { TracedKernel } from '../session/index.ts';
import type { Command } from './arguments.ts';
import { sayMended } from './opening-note.ts';
import { checkOutputPath } from './output-path.ts';
import { printJson } from './print.ts';
import { progress, ticker } from './progress.ts';
import { savedWhenItDies } from './saved-when-it-dies.ts';
import { failureText, settledJson, settledText } from './settled-text.ts';
import { withWorkplace } from './workplace.ts';

type RunCommand = Extract<Command, { type: 'run' }>;

/**
 * Runs the command; returns the exit code: 1 if a cell failed that must not, after which no cell runs. At any
 * end of the run, the outputs so far are saved; other cells keep their old outputs.
 */
export async function runNotebook(command: RunCommand): Promise<number> {
  const read = readNotebook(command.path);
  sayMended(read);
  const out = command.out ?? command.path;
  checkOutputPath(out, null);
  const notebook = parametrized(read, command.parameters);
  return withWorkplace(command, command.path, async (workplace) => {
    const kernel = await workplace.kernel(workplace.folder);
    workplace.sayOtherKernel(notebook, kernel);
    const { reactive } = command;
    return reactive === null
      ? runInOrder(command, kernel, notebook, out)
      : runReactively(command, reactive.order, kernel, notebook, out);
  });
}

/** The notebook with its parameters; prints the names without a default, because they may be misspelt. */
function parametrized(notebook: Notebook, parameters: readonly Parameter[]): Notebook {
  if (parameters.length === 0) return notebook;
  const defaults = parametersCell(notebook);
  if (defaults !== null) {
    const { writes } = namesOfText(defaults.source);
    for (const { name } of parameters)
      if (!writes.has(name)) progress(`note: the cell tagged parameters has no ${name}`);
  }
  return withParameters(notebook, parameters);
}

/** Runs the cells as they stand. */
async function runInOrder(
  command: RunCommand,
  kernel: TracedKernel,
  notebook: Notebook,
  out: string,
): Promise<number> {
  const { timeoutMs, allowErrors } = command;
  const code = notebook.cells.filter((cell): cell is CodeCell => cell.type === 'code');
  const numbers = new Map(code.map(({ id }, at) => [id, at + 1]));
  kernel.label = (cell) => `cell ${numbers.get(cell)}`;
  const cells = code.filter((cell) => cell.source.trim() !== '' && !hasTag(cell, 'skip-execution'));
  const outputs = new HeadlessOutputs(kernel.client, () => cells.map(({ id }) => id), wholeOf(command));
  const save = (): string => {
    saveAtomically(out, serializeMended(outputs.saved(notebook)));
    return out;
  };
  const limit = timeoutMs === null ? {} : { timeoutMs };
  const line = ticker();
  let failed = 0;
  for (const [index, cell] of cells.entries()) {
    if (kernel.left !== null) {
      save();
      const rest = cells.length - index;
      const after = rest === 1 ? 'the cell after it' : `the ${rest} cells after it`;
      throw new SluiceError(`${kernel.left.message}; ${after} did not run; saved ${out}`, 3);
    }
    line.tell(`cell ${index + 1} of ${cells.length}`);
    const request = { ...outputs.starting(cell.id), ...limit };
    const { result, ms } = await savedWhenItDies(
      () => kernel.run(index + 1, cell.id, cell.source, request),
      save,
    );
    line.done();
    const { status, error, timedOut } = result;
    outputs.ran(cell.id, result);
    const why = error === null ? null : `${error.name}: ${error.value}`;
    if (command.json) {
      printJson({ type: 'run', cell: cell.id, exec: index + 1, status, error: why, ms: ms.run });
    }
    if (status === 'ok' && !timedOut) continue;
    const number = numbers.get(cell.id)!;
    const failure = failureText({ number, error: why ?? status, timedOut }, timeoutMs);
    if (timedOut || !(allowErrors || hasTag(cell, 'raises-exception'))) {
      save();
      progress(`${failure}; stopped there, saved ${out}`);
      return 1;
    }
    if (allowErrors) progress(failure!);
    failed += 1;
  }
  save();
  const allowed =
    failed === 0 ? '' : `, ${failed} of them with an error, as ${failed === 1 ? 'it' : 'they'} may`;
  progress(`${counted(cells.length, 'cell')} ran${allowed}; saved ${out}`);
  return 0;
}

/** The file for the whole output of a cell; null if not requested. */
function wholeOf(command: RunCommand): (cell: CellId) => string | null {
  return (cell) => (command.wholeOutput ? wholeOutputOf(command.path, cell) : null);
}

/** Runs every cell that can run, in order, except cells that need a failed one. */
async function runReactively(
  command: RunCommand,
  order: OrderMode,
  kernel: TracedKernel,
  notebook: Notebook,
  out: string,
): Promise<number> {
  const { timeoutMs, allowErrors } = command;
  const mayFail = new Set(
    notebook.cells.flatMap((cell) => (allowErrors || hasTag(cell, 'raises-exception') ? [cell.id] : [])),
  );
  let failed = false;
  const headless = new HeadlessNotebook(
    kernel,
    order,
    (run) => {
      failed ||= run.timedOut || (run.error !== null && !mayFail.has(run.cell));
      const failure = failureText(run, timeoutMs);
      if (command.json) printJson({ type: 'run', ...run });
      else if (failure !== null) progress(failure);
    },
    wholeOf(command),
    { ...(timeoutMs === null ? {} : { timeoutMs }), force: allowErrors },
  );
  const save = (): string => {
    saveAtomically(out, serializeMended(headless.withOutputs(notebook)));
    return out;
  };
  const settled = await savedWhenItDies(() => headless.update(notebook), save);
  save();
  if (command.json) printJson(settledJson(settled));
  else for (const line of settledText(settled)) progress(line);
  progress(`saved ${out}`);
  return failed || (settled.left.length > 0 && !allowErrors) ? 1 : 0;
}
