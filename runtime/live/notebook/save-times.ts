/**
 * The times at which an open notebook is saved: soon after a change; within some seconds of an output, whatever
 * the size of the notebook; later after a failure. It reads no clock, and saves nothing.
 */

const QUIET_MS = 500;
const LATEST_MS = 1_200;
/** Outputs of running cells are saved this often. */
const OUTPUTS_MS = 3_000;
/** The largest share of the server's time for saving; and the share while only outputs change, which may go on for hours. */
const SAVING_SHARE = 0.2;
const OUTPUTS_SHARE = 0.05;
/**
 * The limit for large notebooks, of which a save takes long. It keeps the promise that no output of more than ten seconds is
 * lost, with as much time for the save itself.
 */
const LIMIT_MS = 5_000;
/** The wait after a failed save; each time twice as long, up to a minute. */
const AGAIN_MS = 2_000;
const AGAIN_LATEST_MS = 60_000;

/** The unsaved changes of a notebook, and when they are due. */
export class SaveTimes {
  /** The time of the first unsaved change. */
  #since: number | null = null;
  /** The time when unsaved outputs are due; null: there are none. */
  #outputsDue: number | null = null;
  /** How long the last save kept the server from other work. */
  #took = 0;
  #again = AGAIN_MS;

  /** A change: when it is due. Each further change puts that off, up to a limit. */
  changed(now: number): number {
    this.#since ??= now;
    const latest = this.#since + Math.min(Math.max(LATEST_MS, this.#took / SAVING_SHARE), LIMIT_MS);
    return Math.max(now, Math.min(now + QUIET_MS, latest, this.#outputsDue ?? Infinity));
  }

  /** Outputs: when they are due. Further outputs do not put that off. */
  shown(now: number): number {
    const wait = Math.min(Math.max(OUTPUTS_MS, this.#took / OUTPUTS_SHARE), LIMIT_MS);
    this.#outputsDue ??= now + wait;
    return this.#outputsDue;
  }

  /** Changes so far are being saved, or wait for a person's choice. */
  settle(): void {
    this.#since = null;
    this.#outputsDue = null;
  }

  /** Whether something is unsaved since the last save began. */
  get isUnsaved(): boolean {
    return this.#since !== null || this.#outputsDue !== null;
  }

  /** A save has kept the server so long from other work. */
  saved(took: number): void {
    this.#took = took;
    this.#again = AGAIN_MS;
  }

  /** A save has failed: how long to wait. */
  failed(): number {
    const wait = this.#again;
    this.#again = Math.min(2 * this.#again, AGAIN_LATEST_MS);
    return wait;
  }
}
