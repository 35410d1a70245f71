/** Messages between the process of a run and its workers. */

import type { CellOrder } from '../../../slicer/index.ts';
import type { FailureCode } from '../../words/index.ts';

/** Options of a run in the worker's form; `normalizers` by name. */
export interface WorkerOptions {
  readonly order: CellOrder | 'auto';
  readonly normalizers: readonly string[];
  readonly timeoutMs: number;
  readonly pictures: boolean;
  readonly jobs: number;
  /** The memory limit of each kernel in bytes; null: the machine's share. */
  readonly memory: number | null;
  readonly environment: 'current' | 'clean';
  /** Whether a clean environment may have addresses, and packages that must be built. */
  readonly allowBuilds: boolean;
  /** The program that starts kernels without a network; empty: they have one. */
  readonly withoutNetwork: readonly string[];
  readonly fix: boolean;
  /** The path of the fixed copy; null: beside the notebook. */
  readonly fixed: string | null;
  /** Where to write the versions of a clean environment. */
  readonly lock: string | null;
}

/** The settings of a worker of `sluice reproduce`, with the options of the command line. */
export interface ReproduceStart<Common> extends StartMessage {
  readonly common: Common;
  readonly options: WorkerOptions;
}

/** The first message to a worker. */
export interface StartMessage {
  readonly type: 'start';
}

/** To a worker: first its settings, then one notebook after another. */
export type ToWorker<Start extends StartMessage> = Start | ({ readonly type: 'run' } & NotebookToRun);

/** A notebook for a worker. `file`: its name in the result. */
export interface NotebookToRun {
  readonly file: string;
  readonly path: string;
  /** The content, if it differs from the file's. */
  readonly text?: string;
}

/**
 * From a worker, besides progress messages. `unavailable`: it cannot work at all. `bug`: an unexpected error,
 * with its trace.
 */
export type FromWorker<Result> =
  | { readonly type: 'ready' }
  | { readonly type: 'unavailable'; readonly message: string; readonly code: FailureCode }
  | { readonly type: 'result'; readonly result: Result }
  | { readonly type: 'bug'; readonly message: string };

/** The programs that work on notebooks. */
export const PROGRAMS = ['reproduce', 'study'] as const;
export type ProgramName = (typeof PROGRAMS)[number];

/** The first line to `sluice worker`; each further line is a {@link NotebookToRun} with `type: 'run'`. */
export interface WorkerStart {
  readonly type: 'start';
  readonly program: ProgramName;
  readonly limitMs: number;
  readonly start: StartMessage;
}

/** A line from `sluice worker`, one for each notebook. */
export type WorkerAnswer<Result> =
  | { readonly type: 'result'; readonly result: Result }
  | { readonly type: 'unrun'; readonly how: 'timeout' | 'failed'; readonly why: string }
  | { readonly type: 'unavailable'; readonly message: string };
