/**
 * The test host from TypeScript: runs sessions under the agent in a plain IPython shell, a forked process per job, and
 * folds the traces into a dependence graph.
 */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import {
  executionRecord,
  findPackageRoot,
  loadEffectsLibrary,
  readAgent,
  type WireTrace,
} from '../../instrument/index.ts';
import { DependenceGraph } from '../../slicer/index.ts';

/** A job for `host.py`. */
export interface Job {
  readonly cells: readonly (readonly [string, string])[];
  /** Names or expressions whose values are wanted at the end. */
  readonly names?: readonly string[];
  /** Such whose values are wanted after a run, by its number from 1. */
  readonly observe?: Readonly<Record<number, readonly string[]>>;
  readonly budget?: number;
  readonly probes?: boolean;
  /** Streams of random numbers begin anywhere, as in a kernel; without it, at the same place each time. */
  readonly chance?: boolean;
  /** Seconds of processor time; four times that by the clock. */
  readonly timeout?: number;
  /** Stop at the first error. */
  readonly stop?: boolean;
  /** The job runs in a copy of this folder; without it, in an empty one. */
  readonly folder?: string;
}

/** One run of a job. */
export interface HostRun {
  readonly status: 'ok' | 'error';
  readonly stdout: string;
  readonly result: string | null;
  readonly error: string | null;
  readonly trace: WireTrace | null;
  readonly values: Values;
}

/** `[repr, digest]` by name. */
export type Values = Readonly<Record<string, readonly [string, string]>>;

/** The results of a job. `values`: at its end. */
export interface Answer {
  readonly runs: readonly HostRun[];
  readonly values: Values;
  /** The folder of the run. */
  readonly folder: string;
  readonly failure?: string;
}

/** Runs jobs, each in a process of its own. Throws when the process dies or takes too long. */
export interface Runner {
  run(job: Job): Promise<Answer>;
}

/** The first message to `host.py`: the agent and its effects library, and the modules to import beforehand. */
export function hostSetup(preload: readonly string[] = []): object {
  const { loader, modules } = readAgent();
  return { sources: modules, loader, library: loadEffectsLibrary().packed, preload };
}

/** matplotlib's backend in kernels: it closes a displayed figure. */
export const INLINE = 'module://matplotlib_inline.backend_inline';

/** A running `host.py`; jobs are answered in order. `backend`: matplotlib's. */
export class Host implements Runner {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: ((line: string) => void)[] = [];
  #rest = '';
  #ended = false;

  constructor(python: string, preload: readonly string[] = [], backend = 'agg') {
    // sets iterate alike in all hosts, so that a job gives the same answer in each; several hosts share the processors
    const threads = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
    const env = { ...process.env, ...threads, PYTHONHASHSEED: '0', MPLBACKEND: backend };
    this.#child = spawn(python, [join(findPackageRoot(), 'test', 'harness', 'host.py')], { env });
    this.#child.stdout.setEncoding('utf8');
    this.#child.stdout.on('data', (text: string) => this.#received(text));
    this.#child.on('close', () => {
      this.#ended = true;
      for (const answer of this.#waiting.splice(0)) answer('{"failure":"the test host ended"}');
    });
    this.#child.stderr.on('data', (text: Buffer) => process.stderr.write(text));
    this.#write(hostSetup(preload));
  }

  /** How many jobs have no answer yet. */
  get pending(): number {
    return this.#waiting.length;
  }

  async run(job: Job): Promise<Answer> {
    if (this.#ended) throw new Error('the test host has ended');
    const line = new Promise<string>((resolve) => this.#waiting.push(resolve));
    this.#write(job);
    const answer = JSON.parse(await line) as Answer;
    if (answer.failure !== undefined) throw new Error(answer.failure);
    return answer;
  }

  close(): void {
    this.#child.stdin.end();
  }

  #write(value: unknown): void {
    this.#child.stdin.write(`${JSON.stringify(value)}\n`);
  }

  #received(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#waiting.shift()?.(line);
  }
}

/** Packages that import the libraries loaded beforehand, by their names in a cell. */
const IMPORTERS = ['joblib', 'networkx', 'polars', 'scipy', 'seaborn', 'statsmodels', 'xarray'];

/**
 * A host with the heavy libraries, and one without, for jobs that name none of them: a fork of the second takes half the time.
 */
export class HostPair implements Runner {
  readonly #heavy: Host;
  readonly #light: Host;
  readonly #libraries: RegExp;

  constructor(python: string, preload: readonly string[], backend?: string) {
    this.#heavy = new Host(python, preload, backend);
    this.#light = new Host(python, [], backend);
    const roots = preload.map((module) => module.split('.')[0]);
    this.#libraries = new RegExp(`\\b(?:${[...roots, ...IMPORTERS].join('|')})\\b`);
  }

  get pending(): number {
    return this.#heavy.pending + this.#light.pending;
  }

  run(job: Job): Promise<Answer> {
    const heavy = job.cells.some(([, source]) => this.#libraries.test(source));
    return (heavy ? this.#heavy : this.#light).run(job);
  }

  close(): void {
    this.#heavy.close();
    this.#light.close();
  }
}

/** Several hosts as one: each job goes to the one with the least to do. */
export class HostPool implements Runner {
  readonly #hosts: readonly HostPair[];

  constructor(count: number, python: string, preload: readonly string[] = [], backend?: string) {
    this.#hosts = Array.from({ length: count }, () => new HostPair(python, preload, backend));
  }

  run(job: Job): Promise<Answer> {
    const [first, ...rest] = this.#hosts;
    if (!first) throw new Error('a pool needs a host');
    return rest.reduce((best, host) => (host.pending < best.pending ? host : best), first).run(job);
  }

  close(): void {
    for (const host of this.#hosts) host.close();
  }
}

/** The graph of a job's runs; execution numbers are positions from 1. */
export function graphOf(job: Job, answer: Answer): DependenceGraph {
  const graph = new DependenceGraph();
  answer.runs.forEach((run, index) => {
    const [cell, source] = job.cells[index] ?? ['?', ''];
    graph.record(executionRecord({ exec: index + 1, cell, source, status: run.status }, run.trace));
  });
  return graph;
}

/** The Python for tests: of the environment variable, else of the product's own environment. */
export async function testPython(): Promise<string> {
  const given = process.env.SLUICE_TEST_PYTHON;
  if (given) return given;
  const { ensurePrivatePython } = await import('../../runtime/python/index.ts');
  return ensurePrivatePython(() => {});
}
