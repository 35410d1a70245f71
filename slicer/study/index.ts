/** Measures of sessions and notebooks, as the papers define them, and the statistics of them. */

export {
  type AnnotatedCell,
  type FlowScore,
  type GraphScore,
  scoreFlows,
} from './flow-scores.ts';
export {
  askEveryCell,
  type NotebookImpact,
  type PathCounts,
  QUESTION_DEPTHS,
  type QuestionDepth,
} from './notebook-impact.ts';
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
  sum,
} from './statistics.ts';
export { type CellCounts, countText } from './text-counts.ts';
