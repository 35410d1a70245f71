/** The options of `sluice study`. Wrong ones are a SluiceError with exit code 2. */

import { resolve } from 'node:path';
import { SluiceError } from '../errors.ts';
import { type RuleLimits, USUAL_LIMITS } from '../study/association-rules.ts';
import { positive, text, type Values } from './option-values.ts';

/** What is studied, and where it goes. */
export type StudySettings = ReproductionStudy | SessionsStudy;

interface AnyStudy {
  /** Files and folders. */
  readonly sources: readonly string[];
  readonly report: string | null;
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
  /** The file of results, which a run that was stopped goes on with. */
  readonly out: string | null;
  /** Executions that a session has at least. */
  readonly least: number;
  /** Sessions of each history that are drawn by lot; null: all. */
  readonly sample: number | null;
  readonly executionMs: number;
  readonly sessionMs: number;
  readonly jobs: number;
  /** Of the lot and the confidence intervals. */
  readonly seed: number;
}

const [LEAST, TIMEOUT, LIMIT, SEED] = [20, 60, 600, 1];

const KINDS = { reproduction, sessions } as const;

/** Options of studies of reproduction alone, which run nothing; and those that every study has. */
const OF_REPRODUCTION = new Set(['merge', 'min-support', 'min-confidence', 'min-lift']);
const OF_ALL = new Set(['json', 'report']);

/** The settings that the options and arguments ask for. */
export function studySettings(values: Values, [kind, ...sources]: readonly string[]): StudySettings {
  if (kind !== 'reproduction' && kind !== 'sessions') {
    const near = kind === undefined ? '' : `, not ${kind}`;
    throw new SluiceError(`sluice study takes sessions or reproduction${near}; see: sluice help study`);
  }
  const foreign = Object.keys(values).find((option) => {
    if (OF_ALL.has(option)) return false;
    return OF_REPRODUCTION.has(option) !== (kind === 'reproduction');
  });
  if (foreign !== undefined) {
    throw new SluiceError(`--${foreign} is not for sluice study ${kind}; see: sluice help study`);
  }
  if (sources.length === 0 || sources.includes('')) {
    const what =
      kind === 'sessions' ? 'a history, a session file or a folder' : 'results of sluice reproduce -o';
    throw new SluiceError(`sluice study ${kind} needs ${what}; see: sluice help study`);
  }
  return KINDS[kind](values, sources);
}

function reproduction(values: Values, sources: readonly string[]): ReproductionStudy {
  const [report, merge] = [named(values, 'report', '.html'), named(values, 'merge', '.jsonl')];
  const json = values.json === true;
  if (report === null && merge === null && !json) {
    throw new SluiceError('give --report FILE.html, --merge FILE.jsonl or --json; see: sluice help study');
  }
  return {
    kind: 'reproduction',
    sources,
    report,
    merge,
    json,
    limits: {
      support: share(values, 'min-support') ?? USUAL_LIMITS.support,
      confidence: share(values, 'min-confidence') ?? USUAL_LIMITS.confidence,
      lift: factor(values, 'min-lift') ?? USUAL_LIMITS.lift,
    },
  };
}

function sessions(values: Values, sources: readonly string[]): SessionsStudy {
  const whole = <T>(key: string, usual: T): number | T => {
    const given = text(values, key);
    return given === null ? usual : positive(key, given);
  };
  return {
    kind: 'sessions',
    sources,
    report: named(values, 'report', '.html'),
    out: named(values, 'output', '.jsonl'),
    json: values.json === true,
    least: whole('least', LEAST),
    sample: whole('sample', null),
    executionMs: 1000 * whole('timeout', TIMEOUT),
    sessionMs: 1000 * whole('limit', LIMIT),
    jobs: whole('jobs', 1),
    seed: whole('seed', SEED),
  };
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
