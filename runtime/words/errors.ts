/**
 * The one error type for people: a clear line, and an exit code.
 * Bugs throw ordinary errors.
 */

/** 2: wrong usage or bad input. 3: the kernel could not be started or died. */
export type FailureCode = 2 | 3;

/** An expected failure. `message` is one line with the fault and advice. */
export class SluiceError extends Error {
  readonly exitCode: FailureCode;

  constructor(message: string, exitCode: FailureCode = 2) {
    super(message);
    this.name = 'SluiceError';
    this.exitCode = exitCode;
  }
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
