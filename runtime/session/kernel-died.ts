/** The death of a kernel in a run. */

import type { CellId, CellLabel } from '../../slicer/index.ts';
import { SluiceError } from '../words/index.ts';

/** The kernel died while a cell ran, or at the request of a cell. */
export class KernelDied extends SluiceError {
  /** The cell that killed it, which may stand above the requested one. */
  readonly cell: CellId;
  /** The cause of death, as far as known. */
  readonly why: string;

  constructor(cell: CellId, message: string, why: string) {
    super(message, 3);
    this.cell = cell;
    this.why = why;
  }
}

/** A cell has called `exit()` or `quit()`: nothing runs in its kernel any more. */
export function kernelLeft(cell: CellId, label: CellLabel): KernelDied {
  const why = `${label(cell)} called exit() or quit(), which ended the kernel`;
  return new KernelDied(cell, why, why);
}
