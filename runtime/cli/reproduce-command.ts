/** `sluice reproduce`: runs notebooks again and reports which outputs come out the same (docs/reproducing.md). */

import { join } from 'node:path';
import type { NotebookResult } from '../../slicer/index.ts';
import { counted } from '../counted.ts';
import { checkLeadsInside } from '../documents/index.ts';
import { makeRunFolder, removeRunFolder } from '../processes/index.ts';
import { findNotebooks, isInShard, ResultsFile, writeReport } from '../reproduce/index.ts';
import type { Command } from './arguments.ts';
import { corpusRunner, queueJobs } from './cluster-options.ts';
import { checkOutputPath } from './output-path.ts';
import { print, printJson } from './print.ts';
import { progress, ticker } from './progress.ts';
import { notebookLines, ReproduceSummary } from './reproduce-text.ts';
import { reproduceRun } from './reproduce-workers.ts';
import { Workplace } from './workplace.ts';

type ReproduceCommand = Extract<Command, { type: 'reproduce' }>;

/** Runs the command; returns the exit code. */
export async function reproduce(command: ReproduceCommand): Promise<number> {
  if (queueJobs(command, command)) return 0;
  for (const path of [command.out, command.report, command.lock])
    if (path !== null) checkOutputPath(path, null);
  if (command.fixed !== null) checkOutputPath(command.fixed, command.sources[0]!);
  const found = findNotebooks(command.sources, progress);
  const { shard } = command;
  const mine = shard === null ? found : found.filter((file) => isInShard(file, shard));
  const folder = makeRunFolder();
  process.once('exit', () => removeRunFolder(folder));
  const summary = new ReproduceSummary();
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
    if (command.json) printJson(result);
    else for (const text of notebookLines(result, mine.length > 1)) print(text);
    line.tell(`${summary.notebooks} of ${mine.length} notebooks`);
  };
  const files = { ...command, folder, pictures: command.report !== null };
  const run = { ...(await reproduceRun(command, command, files)), each };
  const runner = corpusRunner(run, command, command.python);
  Workplace.beforeClosing(() => runner.close());
  await runner.runAll(waiting);
  line.done();
  results?.close();
  if (!command.json && summary.notebooks !== 1) for (const text of summary.lines()) print(text);
  if (command.report !== null && results !== null) {
    await writeReport(command.report, results.path);
    progress(`saved ${command.report}`);
  }
  return summary.isAllSame ? 0 : 1;
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
