#!/usr/bin/env node
/** The `sluice` command: dispatches, and turns every expected failure into one line and an exit code. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import { SluiceError } from '../errors.ts';
import { type Command, parseCommand } from './arguments.ts';
import { gatherCommand } from './gather-command.ts';
import { helpText } from './help.ts';
import { print } from './print.ts';
import { replay } from './replay-command.ts';
import { runNotebook } from './run-command.ts';
import { slice } from './slice-command.ts';
import { start } from './start-command.ts';

async function execute(command: Command): Promise<number> {
  switch (command.type) {
    case 'help':
      print(helpText(command.command));
      return 0;
    case 'version': {
      const manifest = readFileSync(join(findPackageRoot(), 'package.json'), 'utf8');
      print((JSON.parse(manifest) as { version: string }).version);
      return 0;
    }
    case 'run':
      return runNotebook(command);
    case 'replay':
      return replay(command);
    case 'slice':
      return slice(command);
    case 'gather':
      return gatherCommand(command);
    case 'start':
      return start(command);
  }
}

async function main(): Promise<number> {
  try {
    return await execute(parseCommand(process.argv.slice(2)));
  } catch (error) {
    if (error instanceof SluiceError) {
      process.stderr.write(`sluice: ${error.message}\n`);
      return error.exitCode;
    }
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`sluice: this is a bug in Sluice, please report it\n${trace}\n`);
    return 70;
  }
}

// `| head` closes standard output early: that is no failure
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => process.exit(code));
}
process.exitCode = await main();
process.exit();
