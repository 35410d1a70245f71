/**
 * Carries out the decisions of a notebook's core on a test host, until nothing is left to run, and checks cached answers of the
 * core.
 */

import { shippedLibrary } from '../../instrument/index.ts';
import {
  applyCore,
  type CoreAction,
  type CoreOperation,
  type CoreState,
  emptyCore,
  type ForeignFiles,
  restoredExecution,
  restoredSameness,
} from '../../slicer/index.ts';
import { locationKey } from '../../slicer/records/location.ts';
import type { Execute, SessionHost, SessionRun } from './host-session.ts';

/** A notebook's core on a host. */
export class CorePlayer {
  state: CoreState = emptyCore(shippedLibrary());
  readonly #host: SessionHost;
  readonly #ran: (action: Execute, run: SessionRun) => void;
  readonly #restored: (cell: string) => void;

  /** `ran` hears of every run, `restored` of cells with copies of their values restored instead. */
  constructor(
    host: SessionHost,
    ran: (action: Execute, run: SessionRun) => void,
    restored: (cell: string) => void = () => {},
  ) {
    this.#host = host;
    this.#ran = ran;
    this.#restored = restored;
  }

  /** Applies an operation and runs its consequences, at most so many cells. Returns the first run beyond this number. */
  async dispatch(operation: CoreOperation, most = Number.POSITIVE_INFINITY): Promise<Execute | null> {
    let next = applyCore(this.state, operation);
    for (let runs = 0; ; runs += 1) {
      this.state = next.state;
      checkKept(next.state);
      const [action] = next.actions;
      if (action?.type === 'place') await this.#host.place(action.cells);
      if (action?.type === 'restore') {
        next = applyCore(this.state, await this.#restore(action));
        continue;
      }
      if (action?.type !== 'execute') return null;
      const files: ForeignFiles = action.checksFiles ? await this.#host.foreignFiles(action.cell) : [[], []];
      if (files.flat().length > 0) {
        next = applyCore(this.state, { type: 'foreign', cell: action.cell, files });
        continue;
      }
      if (runs >= most) return action;
      const run = await this.#host.run(action);
      this.#ran(action, run);
      const { record, same, copied } = run;
      next = applyCore(this.state, { type: 'ran', record, same, ms: 1, copied });
    }
  }

  async #restore({ exec, cell, last }: Extract<CoreAction, { type: 'restore' }>): Promise<CoreOperation> {
    const restored = await this.#host.restore(cell);
    if (restored === null) return { type: 'unrestored', cell };
    this.#restored(cell);
    const record = restoredExecution(last, exec, restored);
    return { type: 'ran', record, same: restoredSameness(restored), ms: 1, copied: true, restored: true };
  }
}

/** @throws when a cached answer of the settlement differs from a new answer to the same question. */
function checkKept({ settlement }: CoreState): void {
  for (const cell of settlement.order) {
    const kept = settlement.unmet(cell).map(locationKey).join(' ');
    const anew = settlement.reads(cell).filter((location) => !settlement.isMet(location, cell));
    if (kept !== anew.map(locationKey).join(' ')) throw new Error(`unmet reads of ${cell}: ${kept}`);
  }
}
