/**
 * Runs one notebook again and reports, cell by cell, which outputs come out the same, and why others do not.
 * It writes no files.
 */

import { dirname } from 'node:path';
import { libraryBeside } from '../../../instrument/index.ts';
import {
  type CellOrder,
  type CellResult,
  type ComparedCell,
  compareOutputs,
  diagnose,
  type Evidence,
  type LibraryKnowledge,
  type Normalizer,
  type NotebookResult,
  namesOfText,
  orderCells,
  ordersOf,
  unrunResult,
  worldOf,
} from '../../../slicer/index.ts';
import {
  type CodeCell,
  cellsToRun,
  type Notebook,
  OtherLanguage,
  parseNotebook,
  readNotebook,
} from '../../documents/index.ts';
import { counted, SluiceError } from '../../words/index.ts';
import { NoEnvironment, storedPython } from '../environments/index.ts';
import { citedInterfaces } from './cited-interfaces.ts';
import { compareCell, countOutputs, statusOf, variesBetween } from './compare-cells.ts';
import { differencesOf } from './differences.ts';
import { type CellRun, type ReproduceHost, runCells } from './run-cells.ts';

/** How notebooks are run and compared. */
export interface ReproduceOptions {
  readonly order: CellOrder | 'auto';
  readonly normalizers: readonly Normalizer[];
  /** For each run of a notebook. */
  readonly timeoutMs: number;
  /** Whether results include differing pictures. */
  readonly pictures: boolean;
  /** The content of the notebook, if it differs from the file's. */
  readonly text?: string;
  /** Gets progress messages. */
  readonly tell?: (text: string) => void;
  /** Gets the runs of the cells. */
  readonly keep?: (runs: readonly CellRun[]) => void;
}

/** A second run takes about as long as the first, and some time to begin. */
const [AGAIN, BEGIN_MS] = [3, 10_000];

/**
 * The result; an unreadable notebook, or one without an environment, has a result too. `file`: its name.
 * `placeFor`: the place of a notebook's run. @throws {SluiceError} 3 when no kernel starts.
 */
export async function reproduceNotebook(
  file: string,
  path: string,
  placeFor: (notebook: Notebook) => Promise<ReproduceHost>,
  options: ReproduceOptions,
): Promise<NotebookResult> {
  const orders = ordersOf(options.order);
  let notebook: Notebook;
  try {
    notebook = options.text === undefined ? readNotebook(path) : parseNotebook(options.text, path);
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    const status = error instanceof OtherLanguage ? 'not-python' : 'unreadable';
    return unrunResult(file, status, error.message, orders[0], '');
  }
  const cells = cellsToRun(notebook);
  const library = libraryBeside(dirname(path));
  const subject = { file, path, notebook, cells, library };
  let place: ReproduceHost;
  try {
    place = await placeFor(notebook);
  } catch (error) {
    if (!(error instanceof NoEnvironment)) throw error;
    return resultWithout(error, file, notebook, cells, orders[0]);
  }
  let best: NotebookResult | null = null;
  const tried = new Set<string>();
  for (const order of orders) {
    const ordered = orderCells(cells, order, library);
    const sequence = JSON.stringify(ordered.map(({ id }) => id));
    if (tried.has(sequence)) continue;
    tried.add(sequence);
    const found = await reproduceInOrder(subject, ordered, order, place, options);
    if (best === null || good(found) > good(best)) best = found;
    if (best.status === 'same' || best.status === 'normalized') break;
  }
  return best!;
}

function good({ outputs }: NotebookResult): number {
  return outputs.same + outputs.normalized;
}

/** The notebook to run again. `cells`: its cells with code. */
interface Subject {
  readonly file: string;
  readonly path: string;
  readonly notebook: Notebook;
  readonly cells: readonly CodeCell[];
  readonly library: LibraryKnowledge;
}

async function reproduceInOrder(
  { file, path, notebook, cells, library }: Subject,
  ordered: readonly CodeCell[],
  order: CellOrder,
  place: ReproduceHost,
  options: ReproduceOptions,
): Promise<NotebookResult> {
  const started = performance.now();
  const { timeoutMs } = options;
  const telling = (how: string) => (done: number) => {
    options.tell?.(`${how}: ${done} of ${counted(ordered.length, 'cell')}`);
  };
  const run = await runCells(place, notebook, ordered, dirname(path), {
    timeoutMs,
    tell: telling(`running in order of ${order}`),
  });
  options.keep?.(run.cells);
  const indices = indicesOf(notebook);
  let compared = cells.map((cell) => compareCell(cell, indices.get(cell.id)!, run, options.normalizers));
  if (compared.some(({ status }) => status === 'different')) {
    const limit = Math.min(timeoutMs, AGAIN * (performance.now() - started) + BEGIN_MS);
    const again = await runCells(place, notebook, ordered, dirname(path), {
      timeoutMs: limit,
      mode: 'off',
      tell: telling('once more, to see what varies'),
    });
    compared = compared.map((cell) => ({ ...cell, varies: variesBetween(cell.cell, run, again) }));
  }
  const cite = citedInterfaces(notebook, library);
  const python = { stored: storedPython(notebook), now: run.python };
  const texts = ordered.map(({ id, source }) => ({ cell: id, source }));
  const evidence: Evidence = {
    folder: dirname(path),
    cells: compared,
    graph: run.graph,
    ...writersIn(cells, library),
    world: worldOf(texts, library),
    python,
  };
  return {
    type: 'notebook',
    file,
    order,
    status: statusOf(compared),
    outputs: countOutputs(compared),
    cells: compared.map((cell) => {
      const result = cellResult(cell, evidence, options.pictures, place.withoutNetwork.length > 0);
      const cited =
        result.cause === 'package-version' && cell.error !== null ? cite(cell.cell, cell.error) : null;
      return cited === null ? result : { ...result, why: `${result.why}: ${cited}` };
    }),
    environment: place.environment ?? `current: Python ${run.python}`,
    why: null,
    ms: Math.round(performance.now() - started),
  };
}

/** The result if nothing ran, with the reason. */
function resultWithout(
  { message }: NoEnvironment,
  file: string,
  notebook: Notebook,
  cells: readonly CodeCell[],
  order: CellOrder,
): NotebookResult {
  const now = new Date();
  const indices = indicesOf(notebook);
  const counts = cells.map(
    ({ outputs }) => compareOutputs(outputs, [], [], { from: now, until: now }).length,
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  return {
    ...unrunResult(file, 'failed', message, order, 'clean: could not be made'),
    outputs: { total, same: 0, normalized: 0, different: 0, missing: total, extra: 0 },
    cells: cells.map(({ id }) => ({
      cell: id,
      index: indices.get(id)!,
      status: 'missing',
      normalizers: [],
      first: null,
      cause: 'package-version',
      why: message,
      items: [],
      slice: [],
      differences: [],
      repeats: null,
    })),
  };
}

/** Positions among the code cells, from 1. */
function indicesOf(notebook: Notebook): ReadonlyMap<string, number> {
  return new Map(notebook.cells.filter(({ type }) => type === 'code').map(({ id }, at) => [id, at + 1]));
}

function cellResult(
  cell: ComparedCell,
  evidence: Evidence,
  pictures: boolean,
  isOffline: boolean,
): CellResult {
  const { first = null, cause = null, why = null, slice = [] } = diagnose(cell, evidence) ?? {};
  const normalizers = [...new Set(cell.items.flatMap((item) => item.normalizers))];
  const { cell: id, index, status } = cell;
  return {
    cell: id,
    index,
    status,
    normalizers,
    first,
    cause,
    why: cause === 'network' && isOffline ? `${why}; the network was off: --network allows it` : why,
    items: cell.items.map(({ item, status: found, normalizers: needed }) => {
      return { item, status: found, normalizers: needed };
    }),
    slice,
    differences: differencesOf(cell, pictures),
    repeats: cell.varies === null ? null : !cell.varies,
  };
}

/** By name: the cells that bind it, and the cells that bind or change it. */
function writersIn(
  cells: readonly CodeCell[],
  library: LibraryKnowledge,
): Pick<Evidence, 'definers' | 'changers'> {
  const [definers, changers] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const { id, source } of cells) {
    const { writes, mutates } = namesOfText(source, library);
    for (const name of writes) definers.set(name, [...(definers.get(name) ?? []), id]);
    for (const name of new Set([...writes, ...mutates]))
      changers.set(name, [...(changers.get(name) ?? []), id]);
  }
  return { definers, changers };
}
