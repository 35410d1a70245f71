/** The steps of a leak's path, in words: the source of rows and the steps after it. */
import type { LeakStep, LeakWatch } from './leak.ts';
import type { RowStep, Rows, Site } from './rows.ts';

/** Two places are the same. */
export const sameSite = (a: Site, b: Site): boolean =>
  a.run === b.run && a.at.from === b.at.from && a.at.to === b.at.to;

/** A name for a place. */
export const siteKey = ({ run, at }: Site): string => `${run}:${at.from}:${at.to}`;

/** The steps on the way of rows. */
export function wayOf(rows: readonly Rows[]): LeakStep[] {
  return rows.flatMap((each) =>
    each
      .way()
      .map(({ step, site }): LeakStep => ({ site, what: WORDS[step.type](step), watch: WATCHED[step.type] })),
  );
}

const WORDS: Readonly<Record<RowStep['type'], (step: RowStep) => string>> = {
  source: (step) =>
    step.type === 'source' && step.name !== '' ? `the rows of ${step.name}` : 'the rows come from here',
  split: () => 'divided here',
  given: () => 'they come from here, with others',
  slice: () => 'some rows are picked here',
  condition: () => 'some rows are picked here',
  grouped: () => 'rows are put together in groups here',
  resampled: () => 'rows are copied or made up here',
};

const WATCHED: Readonly<Record<RowStep['type'], readonly LeakWatch[]>> = {
  source: ['source'],
  split: ['split'],
  given: [],
  slice: [],
  condition: [],
  grouped: [],
  resampled: [],
};

/** A step where a model is trained. */
export const fitStep = (site: Site, what: string): LeakStep => ({ site, what, watch: ['fit'] });

/** A step where a model is tested or applied. */
export const scoreStep = (site: Site, what: string): LeakStep => ({ site, what, watch: ['score'] });

/** Each place once, in the order in which the cells ran. */
export function inOrder(steps: readonly LeakStep[]): LeakStep[] {
  const seen = new Map<string, LeakStep>();
  for (const step of steps) {
    const key = siteKey(step.site);
    const known = seen.get(key);
    const watch = [...new Set([...(known?.watch ?? []), ...step.watch])];
    seen.set(key, { ...(known ?? step), watch });
  }
  return [...seen.values()].sort((a, b) => a.site.run - b.site.run || a.site.at.from - b.site.at.from);
}
