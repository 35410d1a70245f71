/** A run over a corpus as an array of jobs, each with a part of the notebooks (`--shard K/N`). It starts nothing but the queue's own command. */

import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { SluiceError } from '../../words/index.ts';

/** The jobs. `args`: the arguments of `sluice` without the shard and the file of results. */
export interface JobArray {
  readonly queue: 'slurm' | 'kubernetes';
  readonly args: readonly string[];
  readonly folder: string;
  readonly parts: number;
  /** The file of results of all parts, without `.jsonl`. */
  readonly results: string;
}

/** The text for `sbatch` or `kubectl apply -f -`. */
export function jobScript(jobs: JobArray): string {
  return jobs.queue === 'slurm' ? slurmScript(jobs) : kubernetesJob(jobs);
}

function slurmScript({ args, folder, parts, results }: JobArray): string {
  return `#!/bin/sh
#SBATCH --job-name=sluice-${args[0]}
#SBATCH --array=1-${parts}
#SBATCH --output=sluice-%A-%a.log
cd ${quoted(folder)}
exec sluice ${args.map(quoted).join(' ')} --shard "$SLURM_ARRAY_TASK_ID/${parts}" -o ${quoted(results)}."$SLURM_ARRAY_TASK_ID".jsonl
`;
}

/** An indexed Job. The image and the claim are the reader's. */
function kubernetesJob({ args, folder, parts, results }: JobArray): string {
  const command = `K=$((JOB_COMPLETION_INDEX + 1)); exec sluice ${args.map(quoted).join(' ')} --shard "$K/${parts}" -o ${quoted(results)}."$K".jsonl`;
  return `apiVersion: batch/v1
kind: Job
metadata:
  name: sluice-${args[0]}
spec:
  completions: ${parts}
  parallelism: ${parts}
  completionMode: Indexed
  backoffLimitPerIndex: 3
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: sluice
          image: sluice # an image with sluice and the notebooks' packages
          workingDir: ${JSON.stringify(folder)}
          command: ["/bin/sh", "-c", ${JSON.stringify(command)}]
          volumeMounts:
            - {name: notebooks, mountPath: ${JSON.stringify(folder)}}
      volumes:
        - name: notebooks
          persistentVolumeClaim: {claimName: notebooks} # the claim with the folder
`;
}

/** Gives the text to the queue; returns its answer. @throws {SluiceError} if the queue refuses it, or is not there */
export function submitJobs(queue: JobArray['queue'], script: string): string {
  const [command, ...args] = queue === 'slurm' ? ['sbatch'] : ['kubectl', 'apply', '-f', '-'];
  const { error, status, stdout, stderr } = spawnSync(command!, args, { input: script, encoding: 'utf8' });
  if (error !== undefined)
    throw new SluiceError(`${basename(command!)} cannot be started here: ${error.message}`);
  if (status !== 0) throw new SluiceError(`${command} refused the jobs: ${stderr.trim()}`);
  return stdout.trim();
}

/** A word of the shell. */
function quoted(text: string): string {
  return /^[\w./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
