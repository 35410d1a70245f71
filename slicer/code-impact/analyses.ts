/** The analyses of paths, in the order in which they are asked. A new one is a file beside this one, and a line here. */

import type { Analysis } from './analysis.ts';
import { staleAnalysis } from './stale-analysis.ts';
import { undefinedAnalysis } from './undefined-analysis.ts';

export const ANALYSES: readonly Analysis[] = [undefinedAnalysis, staleAnalysis];
