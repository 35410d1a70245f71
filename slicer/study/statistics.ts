/** Statistics of samples: means, quantiles, bootstrapped intervals, and Wilcoxon's signed-rank test. All are functions of their arguments. */

/** An estimate with the bounds of its 95 % confidence interval. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** Number of values. */
  readonly n: number;
}

/** Wilcoxon's signed-rank test of paired samples, two-sided. `w`: the smaller sum of ranks; `n`: differing pairs. */
export interface SignedRank {
  readonly w: number;
  readonly n: number;
  readonly p: number;
}

const RESAMPLES = 2_000;
const [LOW, HIGH] = [0.025, 0.975];
/** The limit of pairs for the exact distribution; beyond it, the distribution is practically normal. */
const MOST_COUNTED = 150;

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** NaN of nothing. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** The value below which the share `q` of the values lies, between neighbours by their distance (R's type 7). NaN of nothing. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The mean with a percentile bootstrap (Efron 1979) over the values, drawn from a seed. */
export function bootstrapMean(values: readonly number[], seed: number): Estimate {
  const random = randomNumbers(seed);
  const means = Array.from({ length: values.length === 0 ? 0 : RESAMPLES }, () => {
    let sum = 0;
    for (let n = 0; n < values.length; n += 1) sum += values[Math.floor(random() * values.length)]!;
    return sum / values.length;
  });
  return { mean: mean(values), low: quantile(means, LOW), high: quantile(means, HIGH), n: values.length };
}

/** `count` of the values, drawn at random from a seed, in their order; all of them if there are no more. */
export function sampleOf<T>(values: readonly T[], count: number, seed: number): T[] {
  const random = randomNumbers(seed);
  let [needed, left] = [count, values.length];
  // selection sampling (Knuth, volume 2, 3.4.2, algorithm S)
  return values.filter(() => {
    const isDrawn = random() * left < needed;
    left -= 1;
    if (isDrawn) needed -= 1;
    return isDrawn;
  });
}

/**
 * Tests whether pairs differ in one direction (Wilcoxon 1945). Pairs without a difference are left out; equal differences share their ranks.
 * The probability is exact, given the ranks, up to 150 pairs. 1 when no pair differs.
 */
export function signedRank(pairs: readonly (readonly [number, number])[]): SignedRank {
  const differences = pairs.map(([a, b]) => a - b).filter((d) => d !== 0);
  const n = differences.length;
  if (n === 0) return { w: 0, n, p: 1 };
  const ranks = doubledRanks(differences.map(Math.abs));
  let [plus, minus] = [0, 0];
  for (const [i, d] of differences.entries()) {
    if (d > 0) plus += ranks[i]!;
    else minus += ranks[i]!;
  }
  const least = Math.min(plus, minus);
  const p = n <= MOST_COUNTED ? countedTail(ranks, least) : normalTail(ranks, least);
  return { w: least / 2, n, p: Math.min(1, 2 * p) };
}

/** Twice the ranks, so that shared ones are whole numbers. */
function doubledRanks(values: readonly number[]): number[] {
  const order = values.map((value, i) => [value, i] as const).sort(([a], [b]) => a - b);
  const ranks: number[] = new Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && order[to]![0] === order[from]![0]) to += 1;
    for (let at = from; at < to; at += 1) ranks[order[at]![1]] = from + 1 + to;
    from = to;
  }
  return ranks;
}

/** The probability that ranks with random signs have a positive sum of at most `least`. */
function countedTail(ranks: readonly number[], least: number): number {
  const chances = new Float64Array(least + 1);
  chances[0] = 1;
  for (const rank of ranks) {
    for (let sum = least; sum >= 0; sum -= 1) {
      chances[sum] = (chances[sum]! + (sum >= rank ? chances[sum - rank]! : 0)) / 2;
    }
  }
  return chances.reduce((sum, chance) => sum + chance, 0);
}

function normalTail(ranks: readonly number[], least: number): number {
  const expected = ranks.reduce((sum, rank) => sum + rank, 0) / 2;
  const deviation = Math.sqrt(ranks.reduce((sum, rank) => sum + rank * rank, 0)) / 2;
  return normalBelow((least - expected) / deviation);
}

/** The standard normal distribution; Abramowitz and Stegun 1964, 26.2.17, to seven places. */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return z < 0 ? tail : 1 - tail;
}

/** Numbers in [0, 1) from a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
