/** `sluice reproduce`: runs notebooks again and reports which outputs come out the same (docs/reproducing.md). */

import { join } from 'node:path';
import type { NotebookResult } from '../../../slicer/index.ts';
import { Baseline } from '../../checking/index.ts';
import { checkLeadsInside } from '../../documents/index.ts';
import { makeRunFolder, removeRunFolder } from '../../processes/index.ts';
import { corpusFiles, isInShard, ResultsFile, writeReport } from '../../research/index.ts';
import { counted } from '../../words/index.ts';
import type { Command } from '../arguments.ts';
import { checkOutputPath } from '../options/output-path.ts';
import { print, printJson } from '../terminal/print.ts';
import { progress, ticker } from '../terminal/progress.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { writeData } from '../terminal/terminal.ts';
import { corpusRunner, queueJobs } from '../worker/cluster-runs.ts';
import { Workplace } from '../workplace/workplace.ts';
import { badCells, githubResults, junitResults } from './reproduce-formats.ts';
import { notebookLines, ReproduceSummary } from './reproduce-text.ts';
import { reproduceRun } from './reproduce-workers.ts';

type ReproduceCommand = Extract<Command, { type: 'reproduce' }>;

/** Runs the command; returns the exit code. */
export async function reproduce(command: ReproduceCommand): Promise<number> {
  if (queueJobs(command, command)) return 0;
  for (const path of [command.out, command.report, command.lock])
    if (path !== null) checkOutputPath(path, null);
  if (command.baseline !== null) checkOutputPath(command.baseline, null);
  if (command.fixed !== null) checkOutputPath(command.fixed, command.sources[0]!);
  const found = corpusFiles(command.sources, progress);
  const { shard } = command;
  const mine = shard === null ? found : found.filter((file) => isInShard(file, shard));
  const folder = makeRunFolder();
  process.once('exit', () => removeRunFolder(folder));
  const summary = new ReproduceSummary();
  const baseline =
    command.baseline === null ? null : new Baseline(command.baseline, 'sluice reproduce', process.env);
  const out = command.format === 'junit' ? junitResults : command.format === 'github' ? githubResults : null;
  let hasNew = false;
  const known = new Set<string>();
  const results = await openResults(command, folder, (result) => {
    known.add(result.file);
    summary.add(result);
  });
  const waiting = mine.filter(({ file }) => !known.has(file));
  if (known.size > 0) progress(`${counted(known.size, 'notebook')} in ${command.out} already`);
  const line = ticker();
  const each = (result: NotebookResult): void => {
    line.done();
    results?.append(result);
    summary.add(result);
    const fresh = baseline === null ? result : withoutKnown(result, baseline);
    hasNew ||= fresh.why !== null || badCells(fresh).length > 0;
    if (command.json) printJson(result);
    else if (out !== null) writeData(out.notebook(fresh));
    else for (const text of notebookLines(fresh, mine.length > 1)) print(text);
    line.tell(`${summary.notebooks} of ${mine.length} notebooks`);
  };
  const files = { ...command, folder, pictures: command.report !== null };
  const run = { ...(await reproduceRun(command, command, files)), each };
  const runner = corpusRunner(run, command, command.python);
  Workplace.beforeClosing(() => runner.close());
  if (out !== null) writeData(out.begin());
  await runner.runAll(waiting);
  line.done();
  if (out !== null) writeData(out.end());
  results?.close();
  if (!command.json && out === null && summary.notebooks !== 1)
    for (const text of summary.lines()) print(text);
  if (command.report !== null && results !== null) {
    await writeReport(command.report, results.path);
    progress(`saved ${command.report}`);
  }
  if (baseline === null) return summary.isAllSame ? 0 : 1;
  keepBaseline(baseline);
  return hasNew ? 1 : 0;
}

/** The result without the differences of the baseline. */
function withoutKnown(result: NotebookResult, baseline: Baseline): NotebookResult {
  const { file, why, status } = result;
  if (why !== null) {
    const isNew = baseline.newIn(file, [why], (message) => ({ code: status, message, text: '' })).length > 0;
    return isNew ? result : { ...result, why: null };
  }
  const fresh = new Set(
    baseline.newIn(file, badCells(result), ({ cell, cause, status: how, why: because }) => {
      return { code: String(cause), message: `${how}: ${because}`, text: cell };
    }),
  );
  return {
    ...result,
    cells: result.cells.map((cell) => (fresh.has(cell) ? cell : { ...cell, cause: null })),
  };
}

function keepBaseline(baseline: Baseline): void {
  const file = shownPath(baseline.path);
  if (baseline.isNew) progress(`saved ${counted(baseline.write(), 'difference')} as known in ${file}`);
  else progress(`${counted(baseline.known, 'difference')} of ${file} left out, ${baseline.gone} gone`);
}

/** The file of results; a report needs one as well. */
async function openResults(
  command: ReproduceCommand,
  folder: string,
  known: (result: NotebookResult) => void,
): Promise<ResultsFile<NotebookResult> | null> {
  const { out, report, order, normalizers, timeoutMs, environment, network, fix, allowBuilds } = command;
  if (out === null && report === null) return null;
  const settings = {
    order,
    normalize: normalizers.join(','),
    timeout: timeoutMs / 1000,
    environment,
    network: network ? 'on' : 'off',
    fix: String(fix),
    ...(allowBuilds ? { builds: 'allowed' } : {}),
  };
  // a file name chosen by no person, in a folder that may belong to another person
  if (out === null) checkLeadsInside(join(folder, 'results.jsonl'), folder);
  return ResultsFile.open(out ?? join(folder, 'results.jsonl'), 'notebook', settings, known);
}
