/** What the process of a run and its workers say to each other. */

import type { CellOrder } from '../../slicer/index.ts';
import type { FailureCode } from '../errors.ts';

/** Options of a run as a worker gets them; `normalizers` by name. */
export interface WorkerOptions {
  readonly order: CellOrder | 'auto';
  readonly normalizers: readonly string[];
  readonly timeoutMs: number;
  readonly pictures: boolean;
  readonly jobs: number;
  /** Bytes that each kernel may have; null: what the machine has for so many. */
  readonly memory: number | null;
  readonly environment: 'current' | 'clean';
  /** Whether a clean environment may have addresses, and packages that have to be built. */
  readonly allowBuilds: boolean;
  /** What kernels are started through, so that they have no network; none: they have it. */
  readonly withoutNetwork: readonly string[];
  readonly fix: boolean;
  /** Where the mended copy goes; null: beside the notebook. */
  readonly fixed: string | null;
  /** Where to write the versions of a clean environment. */
  readonly lock: string | null;
}

/** How a worker of `sluice reproduce` is to work, with the options of the command line. */
export interface ReproduceStart<Common> extends StartMessage {
  readonly common: Common;
  readonly options: WorkerOptions;
}

/** What a worker hears first. */
export interface StartMessage {
  readonly type: 'start';
}

/** To a worker: first how it is to work, then one notebook after another. */
export type ToWorker<Start extends StartMessage> = Start | ({ readonly type: 'run' } & NotebookToRun);

/** A notebook for a worker. `file`: as its result calls it. */
export interface NotebookToRun {
  readonly file: string;
  readonly path: string;
  /** What is in it, where that is not what its file holds. */
  readonly text?: string;
}

/** From a worker, which may say before how far it is. `unavailable`: it cannot work at all. `bug`: something that should not happen, with its trace. */
export type FromWorker<Result> =
  | { readonly type: 'ready' }
  | { readonly type: 'unavailable'; readonly message: string; readonly code: FailureCode }
  | { readonly type: 'result'; readonly result: Result }
  | { readonly type: 'bug'; readonly message: string };
