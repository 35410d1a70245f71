/** Messages between pages and the server about running kernels, over HTTP. Types only. */

import type { KernelState } from '../live/index.ts';

/** A running kernel: `GET /api/kernels` lists them. */
export interface RunningKernel {
  /** The path of its notebook in the opened folder. */
  readonly path: string;
  /** For example `Python 3.11.7`; empty if unknown. */
  readonly python: string;
  readonly state: KernelState;
  /** Bytes of its process and of the processes that it started; null: unknown. */
  readonly memory: number | null;
  /** Whether its notebook is open here; else it was left by an earlier server, or belongs to another one. */
  readonly isOpen: boolean;
}

/** An order to a kernel: `POST /api/kernels`. `shutdown` saves and closes the notebook. */
export interface KernelOrder {
  readonly path: string;
  readonly op: 'interrupt' | 'restart' | 'shutdown';
}
