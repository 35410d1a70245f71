/** `sluice sweep`: runs a notebook for many combinations of parameters, each time only the cells that depend on them. */

import { createHash } from 'node:crypto';
import { type CodeCell, hasTag, type Notebook, readNotebook } from '../../documents/index.ts';
import { ResultsFile, Sweep, type SweepPoint, saveSweepReport } from '../../research/index.ts';
import { counted, SluiceError } from '../../words/index.ts';
import type { Command } from '../arguments.ts';
import { checkOutputPath } from '../options/output-path.ts';
import { sayMended } from '../terminal/opening-note.ts';
import { print, printJson } from '../terminal/print.ts';
import { oneLine, progress } from '../terminal/progress.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { withWorkplace } from '../workplace/workplace.ts';
import { openSweepKernel } from './sweep-kernels.ts';

type SweepCommand = Extract<Command, { type: 'sweep' }>;

/** Runs the command; returns the exit code: 1 if a combination failed. */
export async function sweep(command: SweepCommand): Promise<number> {
  const { path, out, report } = command;
  const notebook = readNotebook(path);
  sayMended(notebook);
  for (const file of [out, report]) if (file !== null) checkOutputPath(file, path);
  if (command.inPlace && command.jobs > 1)
    throw new SluiceError('--in-place runs one job, because several would change the same files');
  const swept = new Sweep(notebook, shownPath(path), command);
  for (const note of swept.notes) progress(`note: ${note}`);
  const file = out === null ? null : await openResults(command, notebook, out, swept);
  const waiting = swept.waiting.length;
  if (waiting < swept.size)
    progress(`${counted(swept.size - waiting, 'combination')} in ${shownPath(out!)} already`);
  try {
    if (waiting > 0)
      await withWorkplace(command, path, (workplace) =>
        swept.run({
          open: () => openSweepKernel(workplace, notebook),
          each: (point, kept) => {
            file?.append(kept);
            if (command.json) printJson(printed(point));
            else print(pointLine(point));
          },
        }),
      );
  } finally {
    file?.close();
  }
  if (command.json) printJson(swept.summary);
  else progress(swept.saved);
  if (report !== null) {
    const csv = await saveSweepReport(report, swept.report);
    progress(`saved ${report} and ${shownPath(csv)}`);
  }
  if (out !== null) progress(`saved ${out}`);
  return swept.summary.failed === 0 ? 0 : 1;
}

function openResults(
  { collect }: SweepCommand,
  notebook: Notebook,
  out: string,
  swept: Sweep,
): Promise<ResultsFile<SweepPoint>> {
  const code = notebook.cells.filter((cell): cell is CodeCell => cell.type === 'code');
  const text = JSON.stringify(code.map((cell) => [cell.source, hasTag(cell, 'skip-execution')]));
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const settings = { code: digest, collect: collect.join('; ') };
  return ResultsFile.open<SweepPoint>(out, 'point', settings, ({ settings: _, ...point }) => {
    swept.take(point);
  });
}

/** A point on standard output: figures without their data. */
function printed({ figures, ...point }: SweepPoint): object {
  return { ...point, figures: figures.map(({ data: _, ...figure }) => figure) };
}

function pointLine({ parameters, value, error, cells_run: ran, cells_full: full, ms }: SweepPoint): string {
  const given = Object.entries(parameters).map(([name, each]) => `${name}=${JSON.stringify(each)}`);
  const cells = `${ran} of ${full} cells, ${(ms / 1000).toFixed(1)} s`;
  if (error !== null) return `${given.join(' ')}: ${oneLine(error)} (${cells})`;
  const text = value!.includes('\n') ? `\n${value}` : ` ${value}`;
  return `${given.join(' ')} (${cells}):${text}`;
}
