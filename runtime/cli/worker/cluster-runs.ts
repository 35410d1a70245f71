/** What `--on CLUSTER` of commands over corpora means: a runner, or an array of jobs. */

import {
  ClusterRunner,
  type CorpusRun,
  CorpusRunner,
  isJobArray,
  jobScript,
  submitJobs,
} from '../../research/index.ts';
import type { ClusterSettings } from '../options/cluster-options.ts';
import { print, printExactly } from '../terminal/print.ts';
import { progress } from '../terminal/progress.ts';

/** The runner of a corpus: processes of this machine, or tasks of a cluster. `python`: may have its client library. */
export function corpusRunner<Result>(
  run: CorpusRun<Result>,
  { on }: ClusterSettings,
  python: string | undefined,
): CorpusRunner<Result> | ClusterRunner<Result> {
  if (on === null || isJobArray(on)) return new CorpusRunner(run);
  return new ClusterRunner(run, on, python, progress);
}

/** Prints or submits the array of jobs, if the cluster takes such; returns whether it does. */
export function queueJobs(
  { on, submit }: ClusterSettings,
  { jobs, out }: { readonly jobs: number; readonly out: string | null },
): boolean {
  if (on === null || !isJobArray(on)) return false;
  const script = jobScript({
    queue: on.type,
    args: withoutOptions(process.argv.slice(2)),
    folder: process.cwd(),
    parts: jobs,
    results: (out ?? 'results.jsonl').replace(/\.jsonl$/, ''),
  });
  if (submit) print(submitJobs(on.type, script));
  else printExactly(script);
  return true;
}

const WITH_VALUE = new Set(['--on', '--jobs', '--output', '-o', '--report']);

/** The arguments without the options that a job has from the array. */
function withoutOptions(args: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [name = ''] = args[at]!.split('=');
    if (WITH_VALUE.has(name)) at += args[at]!.includes('=') ? 0 : 1;
    else if (name !== '--submit') kept.push(args[at]!);
  }
  return kept;
}
