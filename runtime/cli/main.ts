#!/usr/bin/env node
/** The `sluice` command: quick commands start from one compiled file, all others from the parts that they need. */

import { isQuick, quickStart } from './quick-start.ts';

if (!isQuick(process.argv.slice(2)) || !quickStart()) {
  const { runCommandLine } = await import('./command-line.ts');
  const { execute } = await import('./all-commands.ts');
  await runCommandLine(execute);
}
