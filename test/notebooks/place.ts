/**
 * One folder that every run of a notebook works in: each run finds it as it was at first, at the same path, so that
 * outputs with paths can be compared. It runs nothing.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Workplace } from '../../runtime/cli/workplace.ts';
import type { WorkingCopy } from '../../runtime/session/index.ts';
import type { SessionEvent } from '../../runtime/sources/index.ts';

/** The folder, and what puts it back. */
export class Place {
  readonly copy: WorkingCopy;
  readonly #workplace: Workplace;
  readonly #events: readonly SessionEvent[];

  constructor(workplace: Workplace, events: readonly SessionEvent[]) {
    this.#workplace = workplace;
    this.#events = events;
    this.copy = workplace.copy(events);
  }

  /** A fresh copy, to take the folder's place. Deletes the one whose place was taken before. */
  pristine(): WorkingCopy {
    rmSync(join(this.copy.base, 'used'), { recursive: true, force: true });
    return this.#workplace.copy(this.#events);
  }

  /** The folder as it was at first. No kernel may work in it. */
  restore(): void {
    this.pristine().replace(this.copy);
  }
}
