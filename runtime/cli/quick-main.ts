/** The program of the quick commands, which the build makes one file of. */

import { runCommandLine } from './command-line.ts';
import { executeQuick } from './quick-commands.ts';

// (quick-start.ts starts nothing else)
void runCommandLine(async (command) => (await executeQuick(command))!);
