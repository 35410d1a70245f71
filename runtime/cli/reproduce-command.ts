/** `sluice reproduce`: runs notebooks again and says, output by output, what comes out the same (docs/reproducing.md). */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CELL_ORDERS, type CellOrder } from '../../slicer/index.ts';
import { counted } from '../counted.ts';
import {
  CorpusRunner,
  findNotebooks,
  isInShard,
  makeRunFolder,
  makeWorkerFolder,
  type NotebookResult,
  type ReproduceStart,
  ResultsFile,
  removeRunFolder,
  unrunResult,
  type WorkerOptions,
  withoutNetwork,
  writeReport,
} from '../reproduce/index.ts';
import type { Command, CommonOptions } from './arguments.ts';
import { checkOutputPath } from './output-path.ts';
import { print, printJson } from './print.ts';
import { progress, ticker } from './progress.ts';
import { notebookLines, ReproduceSummary } from './reproduce-text.ts';
import { Workplace } from './workplace.ts';

type ReproduceCommand = Extract<Command, { type: 'reproduce' }>;

/** `!pip install` in a notebook says what it would do: the environment belongs to the user, and to the notebooks after it. */
const INSTALLS_NOTHING = { PIP_DRY_RUN: '1', CONDA_DRY_RUN: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' };

/** A notebook runs once or twice in each order; the kernels need time to start and to end besides. */
const [RUNS, BESIDE_MS] = [2, 120_000];
/** An environment may have to be resolved, downloaded and built. */
const ENVIRONMENT_MS = 3_600_000;

const WORKER = fileURLToPath(new URL('./reproduce-worker.js', import.meta.url));

/** Runs the command; returns the exit code. */
export async function reproduce(command: ReproduceCommand): Promise<number> {
  for (const path of [command.out, command.report, command.lock])
    if (path !== null) checkOutputPath(path, null);
  if (command.fixed !== null) checkOutputPath(command.fixed, command.sources[0]!);
  const found = findNotebooks(command.sources, progress);
  const { shard } = command;
  const files = shard === null ? found : found.filter((file) => isInShard(file, shard));
  const folder = makeRunFolder();
  process.once('exit', () => removeRunFolder(folder));
  const summary = new ReproduceSummary();
  const known = new Set<string>();
  const results = await openResults(command, folder, (result) => {
    known.add(result.file);
    summary.add(result);
  });
  const waiting = files.filter(({ file }) => !known.has(file));
  if (known.size > 0) progress(`${counted(known.size, 'notebook')} in ${command.out} already`);
  const line = ticker();
  const each = (result: NotebookResult): void => {
    line.done();
    results?.append(result);
    summary.add(result);
    if (command.json) printJson(result);
    else for (const text of notebookLines(result, files.length > 1)) print(text);
    line.tell(`${summary.notebooks} of ${files.length} notebooks`);
  };
  const options = await workerOptions(command);
  const start: ReproduceStart<CommonOptions> = { type: 'start', common: commonOf(command), options };
  const runner = new CorpusRunner<NotebookResult>({
    main: WORKER,
    start,
    environment: () => ({ ...INSTALLS_NOTHING, TMPDIR: makeWorkerFolder(folder) }),
    jobs: command.jobs,
    limitMs: limitMsOf(options),
    unrun: (file, how, why) => unrunResult(file, how, why, orderOf(command), ''),
    each,
  });
  Workplace.beforeClosing(() => runner.close());
  await runner.runAll(waiting);
  line.done();
  results?.close();
  if (!command.json && summary.notebooks !== 1) for (const text of summary.lines()) print(text);
  if (command.report !== null && results !== null) {
    await writeReport(command.report, results.path);
    progress(`saved ${command.report}`);
  }
  return summary.isAllSame ? 0 : 1;
}

/** The file of results; a report needs one as well. */
async function openResults(
  command: ReproduceCommand,
  folder: string,
  known: (result: NotebookResult) => void,
): Promise<ResultsFile<NotebookResult> | null> {
  const { out, report, order, normalizers, timeoutMs, environment, network, fix } = command;
  if (out === null && report === null) return null;
  const settings = {
    order,
    normalize: normalizers.join(','),
    timeout: timeoutMs / 1000,
    environment,
    network: network ? 'on' : 'off',
    fix: String(fix),
  };
  return ResultsFile.open(out ?? join(folder, 'results.jsonl'), 'notebook', settings, known);
}

async function workerOptions(command: ReproduceCommand): Promise<WorkerOptions> {
  const { order, normalizers, timeoutMs, jobs, memory, report, environment, network, server } = command;
  const found = network || server !== undefined ? [] : await withoutNetwork(progress);
  if (typeof found === 'string') progress(`note: the cells have the network: ${found}`);
  const off = typeof found === 'string' ? [] : found;
  const pictures = report !== null;
  const { fix, fixed, lock } = command;
  const common = { order, normalizers, timeoutMs, jobs, memory, pictures, environment };
  return { ...common, withoutNetwork: off, fix, fixed, lock };
}

function limitMsOf({ order, timeoutMs, environment, fix }: WorkerOptions): number {
  const orders = (order === 'auto' ? CELL_ORDERS.length : 1) + (fix ? 1 : 0);
  return orders * RUNS * timeoutMs + BESIDE_MS + (environment === 'clean' || fix ? ENVIRONMENT_MS : 0);
}

/** The order that is told of a notebook that did not run. */
function orderOf({ order }: Pick<WorkerOptions, 'order'>): CellOrder {
  return order === 'auto' ? CELL_ORDERS[0]! : order;
}

/** What a worker needs of the options of every command. */
function commonOf(command: ReproduceCommand): CommonOptions {
  const { server, kernelName, python, trace, effects, inPlace, copyLimit, outputLimit } = command;
  return {
    ...(server ? { server } : {}),
    ...(kernelName === undefined ? {} : { kernelName }),
    ...(python === undefined ? {} : { python }),
    trace,
    effects,
    inPlace,
    copyLimit,
    ...(outputLimit === undefined ? {} : { outputLimit }),
    json: true,
  };
}
