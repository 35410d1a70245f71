/** The analyses of paths, by their names. A new one is a file beside this one, and a line here. */

import type { Analysis } from './analysis.ts';
import { staleAnalysis } from './stale-analysis.ts';
import { undefinedAnalysis } from './undefined-analysis.ts';

/** Those that judge a cell by names alone, in the order in which they are asked: what the first says counts. */
export const NAME_ANALYSES: readonly Analysis[] = [undefinedAnalysis, staleAnalysis];

/** All: leaks are looked for besides, by following the runs (leakage-analysis.ts). */
export const ANALYSES: readonly string[] = [...NAME_ANALYSES.map(({ name }) => name), 'leakage'];
