/** The door of sweeps: a notebook run for many combinations of parameters, each time only as far as needed. */

export { type Combination, combinationsOf, inParts, type SweptParameter } from './combinations.ts';
export { type JobKernel, runCombinations, type SweepTask } from './sweep-job.ts';
export { keyOf, parametersJson, type SweepPoint, type SweptFigure } from './sweep-point.ts';
export { saveSweepReport } from './sweep-report.ts';
