/** One use of the command line: parses, executes, and turns every failure into one line and an exit code. */

import { SluiceError } from '../words/index.ts';
import { type Command, parseCommand } from './arguments.ts';
import { endProcess, isEnding, watchSignals } from './terminal/end-process.ts';
import { report, watchFaults } from './terminal/last-resort.ts';

/** Executes a command; gives the exit code. */
export type Execute = (command: Command) => Promise<number>;

/** Runs the command that the process was given, and ends the process. */
export async function runCommandLine(execute: Execute): Promise<void> {
  // other users must not see a token in the arguments
  if (process.argv.some((given) => /token/.test(given))) process.title = 'sluice';
  watchSignals();
  watchFaults();
  try {
    checkFolder();
    const code = await execute(await parseCommand(process.argv.slice(2)));
    if (!isEnding()) await endProcess(code);
  } catch (error) {
    // during the end, the command fails because its kernel is gone, which needs no message
    if (!isEnding()) await endProcess(report(error));
  }
}

/** Throws if the working folder is gone, because no path and no process can be relative to it. */
function checkFolder(): void {
  try {
    process.cwd();
  } catch {
    throw new SluiceError('the working directory does not exist any more; change to one that does');
  }
}
