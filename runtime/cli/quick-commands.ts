/**
 * The commands that hooks and editors run often, and that start no kernel. The build joins their code into one file, which starts
 * from compiled code (quick-start.ts): a short command takes less time than the loading of a hundred files.
 */

import { join } from 'node:path';
import { findPackageRoot, MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';
import type { Command } from './arguments.ts';
import { print } from './terminal/print.ts';

/** Executes a quick command, and loads the command's code first; null: another command. */
export async function executeQuick(command: Command): Promise<number | null> {
  switch (command.type) {
    case 'help':
      print(await (await import('./help.ts')).helpText(command.command));
      return 0;
    case 'version':
      print(version());
      return 0;
    case 'what-if':
      return (await import('./what-if/what-if-command.ts')).whatIf(command);
    case 'check':
      return (await import('./check/check-command.ts')).check(command);
    case 'diff':
      return (await import('./diff/diff-command.ts')).diff(command);
    case 'affected':
      return (await import('./affected/affected-command.ts')).affected(command);
    case 'merge-driver':
      return (await import('./diff/merge-driver-command.ts')).mergeDriver(command);
    default:
      return null;
  }
}

/** The version of the installed package. */
export function version(): string {
  const manifest = readPlainText(join(findPackageRoot(), 'package.json'), MOST_OF_SETTINGS);
  return (JSON.parse(manifest) as { version: string }).version;
}
