/** The options of `sluice study`. Wrong ones are a SluiceError with exit code 2. */

import { resolve } from 'node:path';
import { SluiceError } from '../errors.ts';
import { type RuleLimits, USUAL_LIMITS } from '../study/index.ts';
import { text, type Values } from './option-values.ts';

/** What is studied, and where it goes. */
export interface StudySettings {
  readonly kind: 'reproduction';
  /** Files and folders of results. */
  readonly sources: readonly string[];
  readonly report: string | null;
  /** Where to join the results. */
  readonly merge: string | null;
  readonly limits: RuleLimits;
  readonly json: boolean;
}

/** The settings that the options and arguments ask for. */
export function studySettings(values: Values, [kind, ...sources]: readonly string[]): StudySettings {
  if (kind !== 'reproduction') {
    throw new SluiceError(
      `sluice study takes what is studied: reproduction${kind === undefined ? '' : `, not ${kind}`}; see: sluice help study`,
    );
  }
  if (sources.length === 0 || sources.includes('')) {
    throw new SluiceError(
      'sluice study reproduction needs results of sluice reproduce -o; see: sluice help study',
    );
  }
  const [report, merge] = [named(values, 'report', '.html'), named(values, 'merge', '.jsonl')];
  const json = values.json === true;
  if (report === null && merge === null && !json) {
    throw new SluiceError('give --report FILE.html, --merge FILE.jsonl or --json; see: sluice help study');
  }
  return {
    kind,
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
