/** Messages about the console: lines of code that run in the kernel and belong to no cell. Types only. */

import type { Output } from '../../kernel/index.ts';

/** A line and its outputs. */
export interface ConsoleEntry {
  readonly id: string;
  readonly source: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** The number in `In [n]`; null: it has not run. */
  readonly count: number | null;
  readonly outputs: readonly Output[];
}

/** A new entry, or the present form of a known one. */
export interface FromConsole {
  readonly type: 'console';
  readonly entry: ConsoleEntry;
}
