/** The options of `sluice reproduce`. Wrong ones are a SluiceError with exit code 2. */

import { resolve } from 'node:path';
import { CELL_ORDERS, NORMALIZERS, suggest } from '../../../slicer/index.ts';
import type { Shard, WorkerOptions } from '../../research/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { type ClusterSettings, clusterSettings } from '../options/cluster-options.ts';
import { COMMON, COPIES, type CommonOptions, commonOptions } from '../options/common-options.ts';
import { choice, positive, shard, size, text, type Values } from '../options/option-values.ts';
import { outputPath } from '../options/path-arguments.ts';

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

/** `sluice reproduce`. */
export interface ReproduceCommand extends CommonOptions, ReproduceSettings {
  readonly type: 'reproduce';
  /** The file of results, with which a stopped run can continue. */
  readonly out: string | null;
  readonly report: string | null;
  /** The file for the fixed copy of a single notebook; null: beside it. */
  readonly fixed: string | null;
  /** Where to write the versions of a clean environment. */
  readonly lock: string | null;
  /** Null: text, or JSON with `--json`. */
  readonly format: 'junit' | 'github' | null;
  /** The file of known differences. */
  readonly baseline: string | null;
}

/** The declaration of the command. */
export const REPRODUCE = {
  options: {
    ...COMMON,
    ...COPIES,
    order: { type: 'string' },
    normalize: { type: 'string' },
    environment: { type: 'string' },
    lock: { type: 'string' },
    network: { type: 'boolean' },
    'allow-builds': { type: 'boolean' },
    memory: { type: 'string' },
    fix: { type: 'boolean' },
    timeout: { type: 'string' },
    shard: { type: 'string' },
    jobs: { type: 'string' },
    output: { type: 'string', short: 'o' },
    on: { type: 'string' },
    submit: { type: 'boolean' },
    report: { type: 'string' },
    format: { type: 'string' },
    baseline: { type: 'string' },
  },
  help: {
    usage: `sluice reproduce FILE.ipynb|FOLDER… [--order page|counter|dependence|auto] [--normalize LIST|all|none]
              [--environment current|clean] [--lock FILE.txt] [--allow-builds] [--network] [--fix]
              [--timeout SECONDS] [--jobs N] [--shard K/N] [-o RESULTS.jsonl] [--report FILE.html]
              [--format text|junit|github] [--baseline FILE]`,
    does: 'run notebooks again, compare the outputs with the saved ones, and name the causes of differences',
    more: `  --order page        as the cells stand (default)
  --order counter     as their execution counts say; cells without a count do not run
  --order dependence  as they stand, but whoever defines a name before those that need it
  --order auto        these one after another, until the outputs are the same; else the best of them
  --normalize LIST    what may differ: all (default), none, or some of
                      ${NORMALIZERS.map(({ name }) => name).join(',')}
  --environment       current: the Python that there is (default); clean: one made by uv for each notebook, from the requirements
                      of its project, else from its imports, with versions as of its date
  --lock FILE.txt     with clean: write the versions there, as pip reads them
  --allow-builds      with clean: take requirements that are addresses, and build packages from their sources, which runs their code
                      as you, with the network and your files; else only what an index has built
  --network           let the cells have the network; else it is off, where the system allows
  --fix               mend what can be mended in a copy, NAME.fixed.ipynb (or -o OUT.ipynb): seeds, paths, cells of the session that
                      are gone, versions of packages; run it, and say what came of it
  --timeout SECONDS   for each run of a notebook (600)
  --memory SIZE       for each kernel: 4G (four fifths of the machine's, by the number of jobs)
  --jobs N            so many notebooks at a time (1)
  --shard K/N         only the K-th of N parts of the notebooks, for array jobs
  --on CLUSTER        dask://HOST:PORT or ray://HOST:PORT: each notebook is a task there; slurm or kubernetes: print an array of
                      --jobs N jobs, and with --submit give it to the queue (docs/clusters.md)
  -o RESULTS.jsonl    keep the results there; a run that was stopped goes on where it was
  --report FILE.html  a page with a picture of each notebook, and the differences side by side
  --format            text (default), junit: XML for build servers, github: annotations of a pull request
  --baseline FILE     the differences in FILE are known, and only new ones fail; a missing FILE is written with the differences
                      of this run, but in CI it is an error. Delete FILE to begin again

A notebook runs in a new kernel and a private copy of its folder; after a cell that fails, the cells run that need nothing
of it. Folders are searched for *.ipynb. docs/reference/normalisers.md says what each normaliser can hide.
Exit code 1: some output is not the same, or some notebook cannot be read.`,
  },
  read(values, positionals): ReproduceCommand {
    const common = commonOptions(values);
    const files = resultFiles(values, positionals);
    return { type: 'reproduce', ...common, ...reproduceSettings(values, positionals), ...files };
  },
} satisfies CommandDeclaration;

/** The files of results, and the format of the report. */
function resultFiles(
  values: Values,
  sources: readonly string[],
): Pick<ReproduceCommand, 'out' | 'fixed' | 'report' | 'lock' | 'format' | 'baseline'> {
  const saved = outputPath(values, values.fix === true ? ['jsonl', 'ipynb'] : ['jsonl']);
  const isCopy = saved?.toLowerCase().endsWith('.ipynb') === true;
  if (isCopy && sources.length !== 1)
    throw new SluiceError('-o OUT.ipynb is for one notebook; without it each copy goes beside its notebook');
  const files = {
    out: isCopy ? null : saved,
    fixed: isCopy ? saved : null,
    report: outputPath(values, ['html'], 'report'),
    lock: outputPath(values, ['txt'], 'lock'),
  };
  if (files.lock !== null && values.environment !== 'clean')
    throw new SluiceError('--lock FILE.txt belongs to --environment clean');
  const format = choice(values, 'format', ['text', 'junit', 'github']);
  if (values.json === true && format !== 'text')
    throw new SluiceError(`--json and --format ${format} cannot both be`);
  const baseline = text(values, 'baseline');
  const told = {
    format: format === 'text' ? null : format,
    baseline: baseline == null ? null : resolve(baseline),
  };
  return { ...files, ...told };
}
