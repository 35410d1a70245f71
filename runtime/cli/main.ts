#!/usr/bin/env node
/** The `sluice` command: dispatches, and turns every failure into one line and an exit code. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import { SluiceError } from '../errors.ts';
import { type Command, parseCommand } from './arguments.ts';
import { check } from './check-command.ts';
import { endProcess, isEnding, watchSignals } from './end-process.ts';
import { gatherCommand } from './gather-command.ts';
import { graph } from './graph-command.ts';
import { helpText } from './help.ts';
import { report, watchFaults } from './last-resort.ts';
import { openCommand } from './open-command.ts';
import { print } from './print.ts';
import { query } from './query-command.ts';
import { replay } from './replay-command.ts';
import { reproduce } from './reproduce-command.ts';
import { runNotebook } from './run-command.ts';
import { slice } from './slice-command.ts';
import { start } from './start-command.ts';
import { study } from './study-command.ts';
import { watchNotebook } from './watch-command.ts';
import { whatIf } from './what-if-command.ts';

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
    case 'watch':
      return watchNotebook(command);
    case 'reproduce':
      return reproduce(command);
    case 'replay':
      return replay(command);
    case 'slice':
      return slice(command);
    case 'graph':
      return graph(command);
    case 'what-if':
      return whatIf(command);
    case 'gather':
      return gatherCommand(command);
    case 'check':
      return check(command);
    case 'query':
      return query(command);
    case 'study':
      return study(command);
    case 'open':
      return openCommand(command);
    case 'start':
      return start(command);
  }
}

/** Throws when the folder in which the command was given is gone: no path and no process can be relative to it. */
function checkFolder(): void {
  try {
    process.cwd();
  } catch {
    throw new SluiceError('the working directory does not exist any more; change to one that does');
  }
}

// a token in the arguments is for nobody else to see
if (process.argv.some((given) => /token/.test(given))) process.title = 'sluice';
watchSignals();
watchFaults();
try {
  checkFolder();
  const code = await execute(parseCommand(process.argv.slice(2)));
  if (!isEnding()) await endProcess(code);
} catch (error) {
  // asked to end, the command fails because its kernel is gone: that is no news
  if (!isEnding()) await endProcess(report(error));
}
