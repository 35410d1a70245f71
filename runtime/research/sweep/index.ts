/** The door of sweeps: a notebook run for many combinations of parameters, each time only as far as needed. */

export type { SweptParameter } from './combinations.ts';
export { Sweep, type SweepSettings } from './sweep.ts';
export type { JobKernel } from './sweep-job.ts';
export type { SweepPoint } from './sweep-point.ts';
export { saveSweepReport, sweepPage, sweepTable } from './sweep-report.ts';
