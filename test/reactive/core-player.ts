/** Carries out on a test host what the core of a notebook decides, until nothing is left to run. It judges nothing. */

import {
  applyCore,
  type CoreAction,
  type CoreOperation,
  type CoreState,
  emptyCore,
} from '../../runtime/live/notebook-core.ts';
import type { SessionHost, SessionRun } from './host-session.ts';

/** A run that the core has asked for. */
export type Execute = Extract<CoreAction, { type: 'execute' }>;

/** A notebook's core on a host. */
export class CorePlayer {
  state: CoreState = emptyCore();
  readonly #host: SessionHost;
  readonly #ran: (action: Execute, run: SessionRun) => void;

  /** `ran` hears of every run. */
  constructor(host: SessionHost, ran: (action: Execute, run: SessionRun) => void) {
    this.#host = host;
    this.#ran = ran;
  }

  /** Applies an operation and runs what it leads to, at most so many cells. Returns the run that would have been one too many. */
  async dispatch(operation: CoreOperation, most = Number.POSITIVE_INFINITY): Promise<Execute | null> {
    let next = applyCore(this.state, operation);
    for (let runs = 0; ; runs += 1) {
      this.state = next.state;
      const [action] = next.actions;
      if (action?.type !== 'execute') return null;
      if (runs >= most) return action;
      const run = await this.#host.run(action.exec, action.cell, action.source, action.keeps);
      this.#ran(action, run);
      next = applyCore(this.state, { type: 'ran', record: run.record, same: run.same, ms: 1 });
    }
  }
}
