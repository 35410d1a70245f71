/**
 * The time limit of a run: first ask, then give up.
 * It does not know how to interrupt or end anything.
 */

/** A running limit. */
export interface TimeLimit {
  /** Whether the time was up before the limit was stopped. */
  readonly isExpired: boolean;
  stop(): void;
}

/** A run that does not end so long after it was asked to has to be ended with its kernel. */
const OBEY_MS = 5_000;

/** Calls `interrupt` after `timeoutMs`, and `giveUp` if that did not lead to `stop()`. */
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
