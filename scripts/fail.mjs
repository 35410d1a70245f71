/**
 * Ends a script with one clear line. Stack traces of bugs come from Node itself.
 */
import { say } from './say.mjs';

/** An expected failure of a set-up step: the fault, and the fix. */
export class SetupFailure extends Error {}

/** Runs `main`; an expected failure becomes one line on standard error and an exit code. */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    const expected = error instanceof SetupFailure || error?.name === 'SluiceError';
    if (!expected) throw error;
    say(error.message);
    process.exitCode = error.exitCode ?? 3;
  }
}
