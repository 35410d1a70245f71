/** The options `--on` and `--submit` of commands over corpora. Every command loads this file at its start, and so no runner. */

import { type Cluster, clusterNamed, isJobArray } from '../../research/index.ts';
import { SluiceError } from '../../words/index.ts';
import { text, type Values } from './option-values.ts';

/** Where notebooks run. */
export interface ClusterSettings {
  /** Null: on this machine. */
  readonly on: Cluster | null;
  /** Whether an array of jobs is given to its queue, not only printed. */
  readonly submit: boolean;
}

/** The settings from the options. */
export function clusterSettings(values: Values): ClusterSettings {
  const given = text(values, 'on');
  const on = given === null ? null : clusterNamed(given);
  const submit = values.submit === true;
  if (submit && (on === null || !isJobArray(on)))
    throw new SluiceError('--submit belongs to --on slurm and --on kubernetes');
  if (on !== null && isJobArray(on) && text(values, 'shard') !== null)
    throw new SluiceError(`--on ${on.type} makes the parts itself; --jobs N says how many`);
  return { on, submit };
}
