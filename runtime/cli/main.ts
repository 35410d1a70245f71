#!/usr/bin/env node
/** The `sluice` command: dispatches, and turns every failure into one line and an exit code. */

import { join } from 'node:path';
import { findPackageRoot, MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';
import { SluiceError } from '../errors.ts';
import type { Command } from './arguments.ts';
import { endProcess, isEnding, watchSignals } from './end-process.ts';
import { spareMemory } from './idle-memory.ts';
import { report, watchFaults } from './last-resort.ts';
import { print } from './print.ts';

/** Loads each command on demand, because most need little of the others' code. */
async function execute(command: Command): Promise<number> {
  switch (command.type) {
    case 'help':
      print(await (await import('./help.ts')).helpText(command.command));
      return 0;
    case 'version':
      print(version());
      return 0;
    case 'lsp':
      return (await import('./lsp-command.ts')).serveEditor(command.phase, version());
    case 'run':
      return (await import('./run-command.ts')).runNotebook(command);
    case 'worker':
      return (await import('./worker-command.ts')).work();
    case 'sweep':
      return (await import('./sweep-command.ts')).sweep(command);
    case 'export':
      return (await import('./export-command.ts')).exportCommand(command);
    case 'watch':
      return (await import('./watch-command.ts')).watchNotebook(command);
    case 'reproduce':
      return (await import('./reproduce-command.ts')).reproduce(command);
    case 'replay':
      return (await import('./replay-command.ts')).replay(command);
    case 'slice':
      return (await import('./slice-command.ts')).slice(command);
    case 'graph':
      return (await import('./graph-command.ts')).graph(command);
    case 'what-if':
      return (await import('./what-if-command.ts')).whatIf(command);
    case 'gather':
      return (await import('./gather-command.ts')).gatherCommand(command);
    case 'check':
      return (await import('./check-command.ts')).check(command);
    case 'query':
      return (await import('./query-command.ts')).query(command);
    case 'diff':
      return (await import('./diff-command.ts')).diff(command);
    case 'mcp':
      spareMemory();
      return (await import('./mcp-command.ts')).mcp(command);
    case 'affected':
      return (await import('./affected-command.ts')).affected(command);
    case 'merge-driver':
      return (await import('./merge-driver-command.ts')).mergeDriver(command);
    case 'study':
      return (await import('./study-command.ts')).study(command);
    case 'open':
      spareMemory();
      return (await import('./open-command.ts')).openCommand(command);
    case 'kernelspec':
      return (await import('./kernelspec-command.ts')).kernelspec(command);
    case 'doctor':
      return (await import('./doctor-command.ts')).doctor(command);
    case 'start':
      return (await import('./start-command.ts')).start(command);
  }
}

function version(): string {
  const manifest = readPlainText(join(findPackageRoot(), 'package.json'), MOST_OF_SETTINGS);
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Throws if the working folder is gone, because no path and no process can be relative to it. */
function checkFolder(): void {
  try {
    process.cwd();
  } catch {
    throw new SluiceError('the working directory does not exist any more; change to one that does');
  }
}

// other users must not see a token in the arguments
if (process.argv.some((given) => /token/.test(given))) process.title = 'sluice';
watchSignals();
watchFaults();
try {
  checkFolder();
  const { parseCommand } = await import('./arguments.ts');
  const code = await execute(await parseCommand(process.argv.slice(2)));
  if (!isEnding()) await endProcess(code);
} catch (error) {
  // during the end, the command fails because its kernel is gone, which needs no message
  if (!isEnding()) await endProcess(report(error));
}
