/** The options of `sluice study`. Wrong ones are a SluiceError with exit code 2. */

import { resolve } from 'node:path';
import { type RuleLimits, type Shard, USUAL_LIMITS } from '../../research/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { type ClusterSettings, clusterSettings } from '../options/cluster-options.ts';
import { COMMON, COPIES, type CommonOptions, commonOptions } from '../options/common-options.ts';
import { positive, shard, text, type Values } from '../options/option-values.ts';

/** The subject of a study, and the destinations of its results. */
export type StudySettings = ReproductionStudy | SessionsStudy | NotebooksStudy;

interface AnyStudy {
  /** Files and folders. */
  readonly sources: readonly string[];
  readonly report: string | null;
  /** Where to save the results as Parquet. */
  readonly parquet: string | null;
  readonly json: boolean;
}

/** Of results of `sluice reproduce`. */
export interface ReproductionStudy extends AnyStudy {
  readonly kind: 'reproduction';
  /** Where to join the results. */
  readonly merge: string | null;
  readonly limits: RuleLimits;
}

/** Of sessions, which are played. */
export interface SessionsStudy extends AnyStudy {
  readonly kind: 'sessions';
  /** The file of results, with which a stopped run can continue. */
  readonly out: string | null;
  /** The least number of executions of a session. */
  readonly least: number;
  /** The number of randomly drawn sessions of each history; null: all. */
  readonly sample: number | null;
  readonly executionMs: number;
  readonly sessionMs: number;
  readonly jobs: number;
  /** The seed of the draw and the confidence intervals. */
  readonly seed: number;
}

/** Of notebooks, which are analysed. */
export interface NotebooksStudy extends AnyStudy, ClusterSettings {
  readonly kind: 'notebooks';
  /** The file of results, with which a stopped run can continue. */
  readonly out: string | null;
  /** The file for joined results, if the sources are results; null: the sources are notebooks. */
  readonly merge: string | null;
  /** People's annotations of cells. */
  readonly annotations: string | null;
  readonly shard: Shard | null;
  /** A notebook that takes longer is left out. */
  readonly notebookMs: number;
  readonly jobs: number;
  readonly seed: number;
}

const [LEAST, TIMEOUT, LIMIT, SEED] = [20, 60, 600, 1];

const KINDS = { sessions, notebooks, reproduction } as const;

type Kind = keyof typeof KINDS;

/** The sources of each kind, in words. */
const SOURCES: Readonly<Record<Kind, string>> = {
  sessions: 'a history, a session file or a folder',
  notebooks: 'a notebook, a session file or a folder',
  reproduction: 'results of sluice reproduce -o',
};

/** Options of only some studies. Only studies of sessions run code, so only they have options for runs. */
const OF_ALL = ['json', 'report', 'parquet'];
const OPTIONS: Readonly<Record<Exclude<Kind, 'sessions'>, ReadonlySet<string>>> = {
  reproduction: new Set([...OF_ALL, 'merge', 'min-support', 'min-confidence', 'min-lift']),
  notebooks: new Set([
    ...OF_ALL,
    ...['effects', 'output', 'merge', 'annotations', 'shard', 'timeout', 'jobs', 'seed'],
    ...['on', 'submit', 'python'],
  ]),
};
const NOT_OF_SESSIONS = new Set([
  ...['merge', 'annotations', 'shard', 'on', 'submit', 'min-support', 'min-confidence', 'min-lift'],
]);

/** The settings from the options and arguments. */
export function studySettings(values: Values, [kind, ...sources]: readonly string[]): StudySettings {
  if (!isKind(kind)) {
    const near = kind === undefined ? '' : `, not ${kind}`;
    throw new SluiceError(
      `sluice study takes sessions, notebooks or reproduction${near}; see: sluice help study`,
    );
  }
  const takes = (option: string) =>
    kind === 'sessions' ? !NOT_OF_SESSIONS.has(option) : OPTIONS[kind].has(option);
  const foreign = Object.keys(values).find((option) => !takes(option));
  if (foreign !== undefined) {
    throw new SluiceError(`--${foreign} is not for sluice study ${kind}; see: sluice help study`);
  }
  if (sources.length === 0 || sources.includes('')) {
    throw new SluiceError(`sluice study ${kind} needs ${SOURCES[kind]}; see: sluice help study`);
  }
  return KINDS[kind](values, sources);
}

function isKind(given: string | undefined): given is Kind {
  return given !== undefined && Object.hasOwn(KINDS, given);
}

function reproduction(values: Values, sources: readonly string[]): ReproductionStudy {
  const merge = named(values, 'merge', '.jsonl');
  const shown = showing(values);
  if (shown.report === null && shown.parquet === null && merge === null && !shown.json) {
    throw new SluiceError('give --report FILE.html, --merge FILE.jsonl or --json; see: sluice help study');
  }
  return {
    kind: 'reproduction',
    sources,
    ...shown,
    merge,
    limits: {
      support: share(values, 'min-support') ?? USUAL_LIMITS.support,
      confidence: share(values, 'min-confidence') ?? USUAL_LIMITS.confidence,
      lift: factor(values, 'min-lift') ?? USUAL_LIMITS.lift,
    },
  };
}

function notebooks(values: Values, sources: readonly string[]): NotebooksStudy {
  const merge = named(values, 'merge', '.jsonl');
  const ofAnalysis = ['output', 'annotations', 'shard', 'timeout', 'jobs', 'effects', 'on', 'submit'];
  const idle = merge === null ? undefined : ofAnalysis.find((option) => Object.hasOwn(values, option));
  if (idle !== undefined)
    throw new SluiceError(`--merge joins results that there are: --${idle} is for a run that makes some`);
  if (Object.hasOwn(values, 'python') && !Object.hasOwn(values, 'on'))
    throw new SluiceError('--python names the client of a cluster: it belongs to --on');
  const annotations = text(values, 'annotations');
  return {
    kind: 'notebooks',
    sources,
    ...showing(values),
    out: named(values, 'output', '.jsonl'),
    merge,
    annotations: annotations === null ? null : resolve(annotations),
    shard: shard(values),
    ...clusterSettings(values),
    notebookMs: 1000 * wholeNumber(values, 'timeout', TIMEOUT),
    jobs: wholeNumber(values, 'jobs', 1),
    seed: wholeNumber(values, 'seed', SEED),
  };
}

function sessions(values: Values, sources: readonly string[]): SessionsStudy {
  return {
    kind: 'sessions',
    sources,
    ...showing(values),
    out: named(values, 'output', '.jsonl'),
    sample: wholeNumber(values, 'sample', null),
    least: wholeNumber(values, 'least', LEAST),
    executionMs: 1000 * wholeNumber(values, 'timeout', TIMEOUT),
    sessionMs: 1000 * wholeNumber(values, 'limit', LIMIT),
    jobs: wholeNumber(values, 'jobs', 1),
    seed: wholeNumber(values, 'seed', SEED),
  };
}

/** Where the tables and results go. */
function showing(values: Values): Pick<AnyStudy, 'report' | 'parquet' | 'json'> {
  return {
    report: named(values, 'report', '.html'),
    parquet: named(values, 'parquet', '.parquet'),
    json: values.json === true,
  };
}

function wholeNumber<T>(values: Values, key: string, usual: T): number | T {
  const given = text(values, key);
  return given === null ? usual : positive(key, given);
}

function named(values: Values, option: string, ending: string): string | null {
  const given = text(values, option);
  if (given === null) return null;
  if (!given.toLowerCase().endsWith(ending))
    throw new SluiceError(`--${option} ${given}: its name must end in ${ending}`);
  return resolve(given);
}

function share(values: Values, option: string): number | null {
  const given = text(values, option);
  if (given === null) return null;
  const found = Number(given);
  if (given.trim() === '' || !(found >= 0 && found <= 1))
    throw new SluiceError(`--${option} takes a share from 0 to 1, not ${given}`);
  return found;
}

function factor(values: Values, option: string): number | null {
  const given = text(values, option);
  if (given === null) return null;
  const found = Number(given);
  if (!(found >= 1)) throw new SluiceError(`--${option} takes a factor from 1 on, not ${given}`);
  return found;
}

/** `sluice study`. Only studies of sessions run anything. */
export type StudyCommand = CommonOptions & StudySettings & { readonly type: 'study' };

/** The declaration of the command. */
export const STUDY = {
  options: {
    ...COMMON,
    ...COPIES,
    output: { type: 'string', short: 'o' },
    least: { type: 'string' },
    sample: { type: 'string' },
    timeout: { type: 'string' },
    limit: { type: 'string' },
    jobs: { type: 'string' },
    seed: { type: 'string' },
    on: { type: 'string' },
    submit: { type: 'boolean' },
    report: { type: 'string' },
    parquet: { type: 'string' },
    merge: { type: 'string' },
    annotations: { type: 'string' },
    shard: { type: 'string' },
    'min-support': { type: 'string' },
    'min-confidence': { type: 'string' },
    'min-lift': { type: 'string' },
  },
  help: {
    usage: `sluice study sessions PATH… [--report FILE.html] [-o RESULTS.jsonl] [--least N] [--sample N]
              [--timeout SECONDS] [--limit SECONDS] [--jobs N] [--seed N]
       sluice study notebooks PATH… [--report FILE.html] [-o RESULTS.jsonl] [--annotations FILE.json] [--shard K/N]
              [--timeout SECONDS] [--jobs N] [--seed N] [--effects FILE.pyi]
       sluice study notebooks RESULTS.jsonl|FOLDER… --merge FILE.jsonl [--report FILE.html] [--seed N]
       sluice study reproduction RESULTS.jsonl|FOLDER… [--report FILE.html] [--merge FILE.jsonl]
              [--min-support S] [--min-confidence C] [--min-lift L]`,
    does: 'the tables and plots of the papers over any corpus: of sessions, notebooks, or results of sluice reproduce',
    more: `  --report FILE.html  a page with tables and plots; each table as CSV in FILE.tables/ beside it
  --parquet FILE.parquet
                      the results, a row for each session or notebook
  --json              the tables as JSON lines, and before them the result of each session or notebook

sessions: each is played in a private copy of the folder of its file, in a plain kernel and in one with probes. PATH is a
history.sqlite, a .jsonl, or a folder that is searched for *.sqlite and *.jsonl.
  -o RESULTS.jsonl    keep the result of each session there; a run that was stopped goes on where it was
  --least N           leave out sessions of fewer executions (20)
  --sample N          of each history, N of those that are long enough, drawn by lot (all)
  --timeout SECONDS   for one execution (60); a session with one that takes longer is left out
  --limit SECONDS     for all executions of a session (600)
  --jobs N            so many sessions at a time (1); times are then less exact
  --seed N            of the lot and the confidence intervals (1)

notebooks: nothing runs. Of each cell is asked what the others would find if it ran next (as sluice what-if), with paths of
up to 3 runs and of any number; how long that takes; which cells are isolated, idle, fresh, stale; and which data leaks.
  -o RESULTS.jsonl    keep the result of each notebook there; a run that was stopped goes on where it was
  --annotations FILE.json
                      what people say of the cells of some notebooks, in the form of CRABS; how far sluice graph agrees
  --shard K/N         only the K-th of N parts of the notebooks, for array jobs
  --merge FILE.jsonl  join the results of shards, and make the tables of all
  --timeout SECONDS   for one notebook (60); one that takes longer is left out
  --jobs N            so many processes (1)
  --seed N            of the confidence intervals (1)

reproduction: over what sluice reproduce -o has kept. Nothing runs.
  --merge FILE.jsonl  join the results, as of shards: each notebook once; two that disagree are refused
  --min-support S, --min-confidence C, --min-lift L
                      of association rules: ${USUAL_LIMITS.support}, ${USUAL_LIMITS.confidence} and ${USUAL_LIMITS.lift}

docs/studies.md has the definitions.`,
  },
  read(values, positionals): StudyCommand {
    return { type: 'study', ...commonOptions(values), ...studySettings(values, positionals) };
  },
} satisfies CommandDeclaration;
