/** Measures of sessions and notebooks, as the papers define them, and the statistics of them. */

export { HIGHLIGHTS, type Highlight, type PowerSums, PredictivePower } from './predictive-power.ts';
export { backwardRatio, forwardRatio, type SliceRatio } from './slice-ratios.ts';
export {
  bootstrapMean,
  type Estimate,
  mean,
  median,
  quantile,
  type SignedRank,
  sampleOf,
  signedRank,
} from './statistics.ts';
