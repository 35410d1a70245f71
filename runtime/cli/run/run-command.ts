/** `sluice run`: runs a notebook top to bottom, headless, and saves the outputs. */

import type { CellId, OrderMode } from '../../../slicer/index.ts';
import {
  asJupyterNotebook,
  type CodeCell,
  cellsToRun,
  hasTag,
  type Notebook,
  readNotebook,
  saveAtomically,
  serializeMended,
  setParameters,
} from '../../documents/index.ts';
import { HeadlessNotebook, HeadlessOutputs, type Settled, wholeOutputOf } from '../../live/index.ts';
import type { TracedKernel } from '../../session/index.ts';
import { CannotResume, type Outcome, type SessionWithStore } from '../../store/index.ts';
import { counted, SluiceError } from '../../words/index.ts';
import type { Command } from '../arguments.ts';
import { kernelOfLanguage } from '../open/kernel-choices.ts';
import { checkOutputPath } from '../options/output-path.ts';
import { sayMended } from '../terminal/opening-note.ts';
import { printJson } from '../terminal/print.ts';
import { progress, ticker } from '../terminal/progress.ts';
import { type Workplace, withWorkplace } from '../workplace/workplace.ts';
import type { StoreOptions } from './run-options.ts';
import {
  endStore,
  mustHaveStore,
  openStore,
  type Restoration,
  reactiveStore,
  restoration,
  restoredText,
  sessionWithStore,
  withRestorations,
} from './run-with-store.ts';
import { savedWhenItDies } from './saved-when-it-dies.ts';
import { failureText, settledJson, settledText } from './settled-text.ts';

type RunCommand = Extract<Command, { type: 'run' }>;

/**
 * Runs the command; returns the exit code: 1 if a cell failed that must not, after which no cell runs. At any
 * end of the run, the outputs so far are saved; other cells keep their old outputs.
 */
export async function runNotebook(command: RunCommand): Promise<number> {
  const read = readNotebook(command.path, isByHand(command) ? 'any' : 'python');
  sayMended(read);
  const out = command.out ?? command.path;
  checkOutputPath(out, null);
  const { notebook, notes } = setParameters(read, command.parameters);
  for (const note of notes) progress(`note: ${note}`);
  if (
    out === command.path &&
    notebook.cells.some((cell, at) => cell.id === read.cells[at]?.id && cell.source !== read.cells[at].source)
  )
    progress(`note: the values of -p stay in ${out}; -o OUT.ipynb saves elsewhere`);
  return withWorkplace(command, command.path, async (workplace) => {
    const kernel = await kernelFor(command, workplace, notebook);
    workplace.sayOtherKernel(notebook, kernel);
    const { reactive } = command;
    if (reactive !== null) return runReactively(command, reactive.order, kernel, notebook, out);
    if (command.store === null) return runInOrder(command, kernel, notebook, out, null);
    return runWithStore(command, command.store, kernel, notebook, out);
  });
}

/** Runs the cells with the store; from the top in a new kernel, if the session cannot go on with restored cells. */
async function runWithStore(
  command: RunCommand,
  options: StoreOptions,
  kernel: TracedKernel,
  notebook: Notebook,
  out: string,
): Promise<number> {
  mustHaveStore(kernel, command);
  const store = openStore(options);
  if (store === null) return runInOrder(command, kernel, notebook, out, null);
  let session = sessionWithStore(kernel, store, options, command.path, cellsToRun(notebook));
  try {
    return await runInOrder(command, kernel, notebook, out, session);
  } catch (error) {
    if (!(error instanceof CannotResume)) throw error;
    progress(`note: ${error.message}; all cells run, in a new kernel`);
    await session.finish();
    await kernel.restart();
    session = sessionWithStore(
      kernel,
      store,
      { ...options, resumes: false },
      command.path,
      cellsToRun(notebook),
    );
    return await runInOrder(command, kernel, notebook, out, session);
  } finally {
    await endStore(store, session, command.path);
  }
}

/** Whether the cells only run, which those of any language do: Sluice changes and follows only Python. */
function isByHand({ reactive, parameters }: RunCommand): boolean {
  return reactive === null && parameters.length === 0;
}

/** The kernel of the options; for a notebook of another language, the kernel that the notebook names. */
async function kernelFor(
  command: RunCommand,
  workplace: Workplace,
  { kernelName: named, language }: Notebook,
): Promise<TracedKernel> {
  if (command.kernelName !== undefined || language === null)
    return workplace.kernel(
      workplace.folder,
      command.trace,
      false,
      null,
      command.kernelName,
      isByHand(command) ? 'any' : 'python',
    );
  const { specs } = await workplace.kernelSpecs();
  const { name } = kernelOfLanguage(named, language, specs.specs);
  return workplace.kernel(workplace.folder, command.trace, false, null, name, 'any');
}

/** Runs the cells as they stand. */
async function runInOrder(
  command: RunCommand,
  kernel: TracedKernel,
  notebook: Notebook,
  out: string,
  session: SessionWithStore | null,
): Promise<number> {
  const { timeoutMs, allowErrors } = command;
  const code = notebook.cells.filter((cell): cell is CodeCell => cell.type === 'code');
  const numbers = new Map(code.map(({ id }, at) => [id, at + 1]));
  kernel.label = (cell) => `cell ${numbers.get(cell)}`;
  const cells = cellsToRun(notebook);
  const restored = new Map<CellId, Restoration>();
  const outputs = new HeadlessOutputs(kernel.client, () => cells.map(({ id }) => id), wholeOf(command));
  const save = (): string => {
    const saved = outputs.saved(notebook);
    saveRun(out, session === null ? saved : withRestorations(saved, restored));
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
    const outcome = await savedWhenItDies(async (): Promise<Outcome> => {
      if (session !== null) return session.run(index + 1, cell.id, cell.source, request);
      return { type: 'ran', run: await kernel.run(index + 1, cell.id, cell.source, request) };
    }, save);
    line.done();
    if (outcome.type === 'restored') {
      const { stored } = outcome;
      outputs.restored(cell.id, stored.outputs, index + 1);
      restored.set(cell.id, restoration(stored));
      if (command.json)
        printJson({ type: 'restored', cell: cell.id, exec: index + 1, ...restoration(stored) });
      continue;
    }
    const { result, ms } = outcome.run;
    const { status, error, timedOut } = result;
    outputs.ran(cell.id, result);
    // (some kernels give no name)
    const why = error && [error.name, error.value].filter((part) => part !== '').join(': ');
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
  if (restored.size > 0) progress(restoredText([...restored].map(([id, at]) => [numbers.get(id)!, at])));
  progress(`${counted(cells.length - restored.size, 'cell')} ran${allowed}; saved ${out}`);
  return 0;
}

/** Saves the notebook with its outputs; a percent file keeps only code. */
function saveRun(out: string, notebook: Notebook): void {
  const isPercent = notebook.percent !== null && !/\.ipynb$/i.test(out);
  saveAtomically(out, serializeMended(isPercent ? notebook : asJupyterNotebook(notebook)));
  if (isPercent) progress(`note: ${out} keeps no outputs; -o OUT.ipynb saves them`);
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
  const { timeoutMs, allowErrors, store: options } = command;
  if (options !== null) mustHaveStore(kernel, command);
  const stored = options === null ? null : openStore(options);
  const store = stored && options && reactiveStore(kernel, stored, options, command.path);
  const restored = new Map<CellId, Restoration>();
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
      const { stored: taken, ...told } = run;
      if (taken === undefined) restored.delete(run.cell);
      else restored.set(run.cell, restoration(taken));
      if (command.json && taken !== undefined)
        printJson({ type: 'restored', cell: run.cell, exec: run.exec, ...restoration(taken) });
      else if (command.json) printJson({ type: 'run', ...told });
      else if (failure !== null) progress(failure);
    },
    wholeOf(command),
    {
      ...(timeoutMs === null ? {} : { timeoutMs }),
      force: allowErrors,
      ...(store === null ? {} : { store, resumes: options?.resumes === true }),
    },
  );
  const save = (): string => {
    const saved = headless.withOutputs(notebook);
    saveRun(out, store === null ? saved : withRestorations(saved, restored));
    return out;
  };
  let settled: Settled;
  try {
    settled = await savedWhenItDies(() => headless.update(notebook), save);
  } finally {
    if (stored !== null && store !== null) await endStore(stored, store, command.path);
  }
  save();
  if (command.json) printJson(settledJson(settled));
  else for (const line of settledText(settled)) progress(line);
  const numbers = settled.order.map((id, at) => [at + 1, restored.get(id)] as const);
  const taken = numbers.flatMap(([number, at]) => (at === undefined ? [] : [[number, at] as const]));
  if (taken.length > 0) progress(restoredText(taken));
  progress(`saved ${out}`);
  return failed || (settled.left.length > 0 && !allowErrors) ? 1 : 0;
}
