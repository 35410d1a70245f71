/**
 * Describes the worker processes that run notebooks again: the program, and its options from the command's
 * options. It starts none.
 */

import { type NotebookResult, ordersOf, unrunResult } from '../../../slicer/index.ts';
import { withoutNetwork } from '../../kernel/index.ts';
import type { CorpusRun, ReproduceStart, WorkerOptions } from '../../research/index.ts';
import type { CommonOptions } from '../options/common-options.ts';
import { progress } from '../terminal/progress.ts';
import { WORKER_PROGRAMS } from '../worker/worker-programs.ts';
import type { ReproduceSettings } from './reproduce-options.ts';

/** A notebook runs once or twice in each order; kernels also need time to start and to end. */
const [RUNS, BESIDE_MS] = [2, 120_000];
/** An environment may have to be resolved, downloaded and built. */
const ENVIRONMENT_MS = 3_600_000;

/**
 * The files of a run: a folder for temporary files, and the paths for the fixed copy and the versions of its
 * packages.
 */
interface RunFiles {
  readonly folder: string;
  /** Whether results carry pictures. */
  readonly pictures: boolean;
  readonly fixed?: string | null;
  readonly lock?: string | null;
}

/** The settings of a run, without its notebooks. */
type RunSettings = Omit<ReproduceSettings, 'sources' | 'shard' | 'on' | 'submit'>;

/** A run of notebooks, without the receivers of its results. */
export async function reproduceRun(
  common: CommonOptions,
  settings: RunSettings,
  files: RunFiles,
): Promise<Omit<CorpusRun<NotebookResult>, 'each' | 'tell'>> {
  const options = await workerOptions(common, settings, files);
  const { order, jobs } = settings;
  const start: ReproduceStart<CommonOptions> = { type: 'start', common: commonOf(common), options };
  return {
    program: 'reproduce',
    ...WORKER_PROGRAMS.reproduce,
    start,
    folder: files.folder,
    jobs,
    limitMs: limitMsOf(options),
    unrun: (file, how, why) => unrunResult(file, how, why, ordersOf(order)[0], ''),
  };
}

async function workerOptions(
  { server, python }: CommonOptions,
  settings: RunSettings,
  { pictures, fixed = null, lock = null }: RunFiles,
): Promise<WorkerOptions> {
  const { order, normalizers, timeoutMs, jobs, memory, environment, network, fix, allowBuilds } = settings;
  const found = network || server !== undefined ? [] : await withoutNetwork(progress, python);
  if (typeof found === 'string') progress(`note: the cells have the network: ${found}`);
  const off = typeof found === 'string' ? [] : found;
  const common = { order, normalizers, timeoutMs, jobs, memory, pictures, environment };
  return { ...common, withoutNetwork: off, fix, fixed, lock, allowBuilds };
}

function limitMsOf({ order, timeoutMs, environment, fix }: WorkerOptions): number {
  const orders = ordersOf(order).length + (fix ? 1 : 0);
  return orders * RUNS * timeoutMs + BESIDE_MS + (environment === 'clean' || fix ? ENVIRONMENT_MS : 0);
}

/** The worker's part of the common options. */
function commonOf(options: CommonOptions): CommonOptions {
  const { server, kernelName, python, trace, effects, inPlace, copyLimit, outputLimit } = options;
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
