/** A process of `sluice study notebooks` that measures notebooks, one at a time, for its parent process. The parent prints the results. */

import { Libraries, Projects } from '../../checking/index.ts';
import {
  type AnalysedNotebook,
  type AnalysisStart,
  measureNotebook,
  readAnnotations,
  workOnNotebooks,
} from '../../research/index.ts';
import { writeNote } from '../terminal/terminal.ts';

/** Milliseconds of processor time of this process, which does nothing else meanwhile. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

workOnNotebooks<AnalysisStart, AnalysedNotebook>(async ({ effects, annotations }) => {
  const measuring = {
    libraries: new Libraries(effects),
    projects: new Projects(),
    annotations: annotations === null ? new Map() : readAnnotations(annotations),
    say: (note: string) => writeNote(`${note}\n`),
    now: processorMs,
  };
  return ({ file, path }) => measureNotebook(file, path, measuring);
});
process.on('disconnect', () => process.exit(0));
