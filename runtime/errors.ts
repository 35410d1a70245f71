/**
 * The one error type that reaches a person: a clear line, and the exit code it stands for.
 * It does not describe bugs; those throw ordinary errors.
 */

/** 2: wrong usage or bad input. 3: the kernel could not be started or died. */
export type FailureCode = 2 | 3;

/** An expected failure. `message` is one line that says what is wrong and what to do about it. */
export class SluiceError extends Error {
  readonly exitCode: FailureCode;

  constructor(message: string, exitCode: FailureCode = 2) {
    super(message);
    this.name = 'SluiceError';
    this.exitCode = exitCode;
  }
}

/** What anything that was thrown says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
