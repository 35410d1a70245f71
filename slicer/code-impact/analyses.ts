/** The analyses of paths, by their names. A new one is a file beside this one, and a line here. */

import type { Analysis } from './analysis.ts';
import { staleAnalysis } from './stale-analysis.ts';
import { undefinedAnalysis } from './undefined-analysis.ts';

/** The analyses that judge a cell by names alone, in this order: the first finding counts. */
export const NAME_ANALYSES: readonly Analysis[] = [undefinedAnalysis, staleAnalysis];

/** All analyses. The leakage analysis works differently: it follows the runs (leakage-analysis.ts). */
export const ANALYSES: readonly string[] = [...NAME_ANALYSES.map(({ name }) => name), 'leakage'];
