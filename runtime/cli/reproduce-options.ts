/** The options of `sluice reproduce`. Wrong ones are a SluiceError with exit code 2. */

import { CELL_ORDERS, NORMALIZERS, suggest } from '../../slicer/index.ts';
import { SluiceError } from '../errors.ts';
import type { Shard, WorkerOptions } from '../reproduce/index.ts';
import { type ClusterSettings, clusterSettings } from './cluster-options.ts';
import { choice, positive, shard, size, text, type Values } from './option-values.ts';

/** The notebooks to run, and the ways of running and reporting. `sources` are paths as given. */
export interface ReproduceSettings
  extends Omit<WorkerOptions, 'pictures' | 'withoutNetwork' | 'lock' | 'fixed'>,
    ClusterSettings {
  readonly sources: readonly string[];
  readonly shard: Shard | null;
  readonly network: boolean;
}

const SECONDS = 600;

/** The settings from the options and arguments. */
export function reproduceSettings(values: Values, sources: readonly string[]): ReproduceSettings {
  if (sources.length === 0) {
    throw new SluiceError('sluice reproduce needs a notebook or a folder; see: sluice help reproduce');
  }
  if (sources.includes('')) throw new SluiceError('sluice reproduce was given an empty name; name a file');
  const [timeout, jobs] = ['timeout', 'jobs'].map((key) => text(values, key));
  return {
    sources,
    order: choice(values, 'order', ['page', ...CELL_ORDERS.slice(1), 'auto']),
    normalizers: normalizersNamed(text(values, 'normalize') ?? 'all'),
    timeoutMs: 1000 * (timeout == null ? SECONDS : positive('timeout', timeout)),
    jobs: jobs == null ? 1 : positive('jobs', jobs),
    memory: size(values, 'memory'),
    shard: shard(values),
    ...clusterSettings(values),
    environment: choice(values, 'environment', ['current', 'clean']),
    network: values.network === true,
    allowBuilds: values['allow-builds'] === true,
    fix: values.fix === true,
  };
}

/** The values of `--normalize`, besides `all` and `none`. */
export const NORMALIZER_NAMES: readonly string[] = NORMALIZERS.map(({ name }) => name);

function normalizersNamed(given: string): readonly string[] {
  const all = NORMALIZER_NAMES;
  if (given === 'all') return all;
  if (given === 'none') return [];
  const names = given.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    throw new SluiceError(
      `there is no normaliser ${unknown}${suggest(unknown, all)}; it is all, none, or some of ${all.join(',')}`,
    );
  }
  return all.filter((name) => names.includes(name));
}
