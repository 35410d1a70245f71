/** A process of `sluice study notebooks` that measures notebooks, one at a time, for its parent process. The parent prints the results. */

import { Libraries, Projects } from '../../checking/index.ts';
import { writeNote } from '../../cli/terminal.ts';
import { type StartMessage, workOnNotebooks } from '../../reproduce/index.ts';
import type { AnalysedNotebook } from './analysed-notebook.ts';
import { readAnnotations } from './annotations.ts';
import { measureNotebook } from './measure-notebook.ts';

/** The settings of the worker. */
export interface AnalysisStart extends StartMessage {
  /** Stub files of the user's. */
  readonly effects: readonly string[];
  /** A file of annotations; null: there are none. */
  readonly annotations: string | null;
}

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
