/** Studies' door: tables and plots over the results of many runs, as a page of its own with the tables as CSV beside it. */

export { type RuleLimits, USUAL_LIMITS } from './association-rules.ts';
export { reproductionStudy } from './reproduction/index.ts';
export { mergeResults, readStudied } from './studied-results.ts';
export { saveStudy } from './study-page.ts';
