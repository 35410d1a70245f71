/** Small parts of messages that several kinds of messages share. Types only. */

import type { CellId } from '../../../slicer/index.ts';

export type CellType = 'code' | 'markdown' | 'raw';

export type KernelState = 'starting' | 'idle' | 'busy' | 'restarting' | 'dead' | 'none';

/** A notebook's kernel in a page's form. */
export interface KernelView {
  readonly state: KernelState;
  readonly name: string;
  /** The reason for its death. */
  readonly reason: string | null;
  /** The cell of its death. */
  readonly cell: CellId | null;
}
