/** The clusters that `--on` names. */

import { SluiceError } from '../../words/index.ts';

/** An engine with a scheduler that takes tasks, at an address. */
export interface Engine {
  readonly type: 'dask' | 'ray';
  readonly host: string;
}

/** Where notebooks run: an engine, or a queue of job arrays. */
export type Cluster = Engine | { readonly type: 'slurm' | 'kubernetes' };

const QUEUES = ['slurm', 'kubernetes'] as const;
const ENGINE = /^(dask|ray):\/\/((?:\[[0-9a-f:]+\]|[\w.-]+):\d+)$/i;

/** The cluster of an option's value. @throws {SluiceError} for another text */
export function clusterNamed(text: string): Cluster {
  const queue = QUEUES.find((name) => name === text);
  if (queue !== undefined) return { type: queue };
  const [, type, host] = ENGINE.exec(text) ?? [];
  if (type !== undefined && host !== undefined) return { type: type.toLowerCase() as Engine['type'], host };
  throw new SluiceError(`--on ${text}: it is dask://HOST:PORT, ray://HOST:PORT, slurm or kubernetes`);
}

/** Whether the cluster takes job arrays, and no single tasks. */
export function isJobArray(cluster: Cluster): cluster is Exclude<Cluster, Engine> {
  return cluster.type === 'slurm' || cluster.type === 'kubernetes';
}
