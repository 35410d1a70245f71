/** The time limit of a run: first interrupts, then gives up. It does not know how to interrupt or end anything. */

/** A running limit. */
export interface TimeLimit {
  /** Whether the time was up before the limit was stopped. */
  readonly isExpired: boolean;
  stop(): void;
}

/** The time for a run to end after an interrupt, before its kernel is ended. */
const OBEY_MS = 5_000;

/** Calls `interrupt` after `timeoutMs`, and `giveUp` if `stop()` does not follow. */
export function startTimeLimit(timeoutMs: number, interrupt: () => void, giveUp: () => void): TimeLimit {
  let isExpired = false;
  let timer = setTimeout(() => {
    isExpired = true;
    timer = setTimeout(giveUp, OBEY_MS);
    interrupt();
  }, timeoutMs);
  return {
    get isExpired() {
      return isExpired;
    },
    stop: () => clearTimeout(timer),
  };
}
