/** `sluice study notebooks`: analyses the notebooks of a corpus in processes of their own, and stores the measures. */

import { createHash } from 'node:crypto';
import { readBytes } from '../../documents/index.ts';
import {
  ANALYSED,
  type AnalysedNotebook,
  type AnalysisStart,
  type CorpusRun,
  corpusFiles,
  isInShard,
  leftOut,
  notebookStudy,
  ResultsFile,
  readAnnotations,
  readStudied,
  type Saved,
  type Study,
} from '../../research/index.ts';
import { counted, SluiceError } from '../../words/index.ts';
import type { CommonOptions } from '../options/common-options.ts';
import { checkOutputPath } from '../options/output-path.ts';
import { closeAtEnd } from '../terminal/end-process.ts';
import { printJson } from '../terminal/print.ts';
import { progress, ticker } from '../terminal/progress.ts';
import { corpusRunner, queueJobs } from '../worker/cluster-runs.ts';
import { WORKER_PROGRAMS } from '../worker/worker-programs.ts';
import { joinResults } from './join-results.ts';
import type { NotebooksStudy } from './study-options.ts';

type Command = CommonOptions & NotebooksStudy;

/**
 * The study of the notebooks; null: results were joined, and there is nothing to show. @throws {SluiceError}
 * 2 when there are none.
 */
export async function studyNotebooks(command: Command, facts: Study['facts']): Promise<Study | null> {
  const { sources, merge, report, parquet, json, seed } = command;
  if (queueJobs(command, command)) return null;
  if (merge === null) return notebookStudy(await analysed(command), seed, [commandFact(command), ...facts]);
  await joinResults(ANALYSED, sources, merge);
  if (report === null && parquet === null && !json) return null;
  const results: AnalysedNotebook[] = [];
  await readStudied(ANALYSED, [merge], (result) => results.push(result));
  return notebookStudy(results, seed, [commandFact(command), ...facts]);
}

/** The results of all notebooks, including results already in the file. */
async function analysed(command: Command): Promise<readonly AnalysedNotebook[]> {
  const { sources, out, annotations, effects, shard, jobs, notebookMs, json } = command;
  if (out !== null) checkOutputPath(out, null);
  // mistakes in it are reported once, and not by each worker
  if (annotations !== null) readAnnotations(annotations);
  const files = corpusFiles(sources, progress);
  if (files.length === 0) throw new SluiceError(`there is no notebook (.ipynb) in ${sources.join(', ')}`);
  const mine = shard === null ? files : files.filter((file) => isInShard(file, shard));
  const results = new Map<string, AnalysedNotebook>();
  const file = await openResults(command, (result) => results.set(result.file, result));
  if (results.size > 0) progress(`${counted(results.size, 'notebook')} in ${out} already`);
  const waiting = mine.filter((each) => !results.has(each.file));
  const line = ticker();
  const start: AnalysisStart = { type: 'start', effects, annotations };
  const run: CorpusRun<AnalysedNotebook> = {
    program: 'study',
    ...WORKER_PROGRAMS.study,
    start,
    folder: null,
    jobs,
    limitMs: notebookMs,
    unrun: leftOut,
    each(result) {
      file?.append(result);
      results.set(result.file, result);
      if (json) printJson(result);
      line.tell(`${results.size} of ${mine.length} notebooks`);
    },
  };
  const runner = corpusRunner(run, command, command.python);
  closeAtEnd(() => runner.close());
  await runner.runAll(waiting);
  line.done();
  file?.close();
  return [...results.values()];
}

async function openResults(
  { out, annotations, effects, notebookMs }: Command,
  known: (result: Saved<AnalysedNotebook>) => void,
): Promise<ResultsFile<AnalysedNotebook> | null> {
  if (out === null) return null;
  const settings = {
    timeout: notebookMs / 1000,
    annotations: annotations === null ? 'none' : digest([annotations]),
    effects: effects.length === 0 ? 'shipped' : digest(effects),
  };
  return ResultsFile.open<AnalysedNotebook>(out, ANALYSED.type, settings, known);
}

/** Of the content of files. */
function digest(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(readBytes(path));
  return hash.digest('hex').slice(0, 16);
}

function commandFact({
  sources,
  shard,
  annotations,
  merge,
  notebookMs,
  jobs,
  seed,
}: Command): [string, string] {
  const given = {
    shard: shard === null ? null : `${shard.part}/${shard.of}`,
    annotations,
    ...(merge === null ? { timeout: notebookMs / 1000, jobs } : { merge }),
    seed,
  };
  const options = Object.entries(given).filter(([, value]) => value !== null);
  const words = options.map(([name, value]) => `--${name} ${value}`);
  return ['command', ['sluice study notebooks', ...sources, ...words].join(' ')];
}
