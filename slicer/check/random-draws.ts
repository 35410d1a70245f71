/**
 * Where a notebook draws from a random stream that nothing has seeded: by the names of what it calls, in page order. The first draw
 * of a stream stands for all of it; a call with a `random_state` of its own is no draw.
 */

import type { Range } from '../static/syntax.ts';
import type { CodeCell, FoundCall } from './facts.ts';

/** A draw without a seed. */
export interface Draw {
  readonly name: string;
  /** What would seed it. */
  readonly remedy: string;
}

type Stream = 'random' | 'numpy' | 'torch' | 'tensorflow';

const REMEDIES: Readonly<Record<Stream, string>> = {
  random: 'call random.seed(0) before',
  numpy: 'call np.random.seed(0) before, or draw from np.random.default_rng(0)',
  torch: 'call torch.manual_seed(0) before',
  tensorflow: 'call tf.random.set_seed(0) before',
};

const SEEDS: readonly (readonly [RegExp, readonly Stream[]])[] = [
  [/^random\.seed$/, ['random']],
  [/^numpy\.random\.(?:seed|set_state)$/, ['numpy']],
  [/^torch\.(?:manual_seed|random\.manual_seed|cuda\.manual_seed\w*)$/, ['torch']],
  [/^tensorflow\.(?:random\.set_seed|set_random_seed|compat\.v1\.set_random_seed)$/, ['tensorflow']],
  // helpers that seed all there is
  [
    /(?:^|\.)(?:set_(?:random_)?seeds?|seed_everything|seed_all|fix_seeds?|set_all_seeds?|setup_seed|set_reproducib\w+|set_determinis\w+|reset_random_seeds?|seed)$/i,
    ['random', 'numpy', 'torch', 'tensorflow'],
  ],
];

const DRAWS: readonly (readonly [RegExp, Stream])[] = [
  [
    /^random\.(?:random|randint|randrange|uniform|gauss|normalvariate|choices?|sample|shuffle|betavariate|expovariate|triangular|getrandbits)$/,
    'random',
  ],
  [
    /^numpy\.random\.(?:rand|randn|randint|random|random_sample|ranf|sample|uniform|normal|standard_normal|choice|shuffle|permutation|binomial|poisson|exponential|beta|gamma|lognormal|multivariate_normal|multinomial|chisquare|geometric|laplace|logistic|pareto|standard_t|triangular|weibull)$/,
    'numpy',
  ],
  [
    /^torch\.(?:rand|randn|randint|randperm|normal|bernoulli|multinomial)(?:_like)?$|^torch\.utils\.data\.random_split$/,
    'torch',
  ],
  [/^tensorflow\.random\.(?:uniform|normal|shuffle|truncated_normal|categorical)$/, 'tensorflow'],
  // scikit-learn and pandas draw from numpy's stream unless they are given one
  [
    /^sklearn\.(?:model_selection\.(?:train_test_split|ShuffleSplit|StratifiedShuffleSplit|RandomizedSearchCV)|ensemble\.(?:RandomForest|ExtraTrees|Bagging|GradientBoosting|AdaBoost|IsolationForest)\w*|cluster\.(?:KMeans|MiniBatchKMeans|SpectralClustering)|mixture\.\w+|manifold\.TSNE|neural_network\.MLP\w+|utils\.(?:shuffle|resample)|datasets\.make_(?!circles$|moons$)\w+|linear_model\.SGD\w+|tree\.DecisionTree\w+)$/,
    'numpy',
  ],
  [/^\.sample$/, 'numpy'],
];

/** The first draw of each stream that no call above has seeded, and calls without a `random_state`, once for each cell. */
export function unseededDraws(
  code: readonly CodeCell[],
): { readonly cell: CodeCell; readonly at: Range; readonly draw: Draw }[] {
  const seeded = new Set<Stream>();
  const told = new Set<Stream>();
  const found: { readonly cell: CodeCell; readonly at: Range; readonly draw: Draw }[] = [];
  for (const cell of code) {
    for (const call of cell.calls) {
      const { path, node } = call;
      if (path === null) continue;
      for (const [seeds, streams] of SEEDS) {
        if (seeds.test(path)) for (const stream of streams) seeded.add(stream);
      }
      const stream = DRAWS.find(([draws]) => draws.test(path))?.[1];
      if (stream === undefined || seeded.has(stream) || told.has(stream) || hasOwnSeed(call)) continue;
      told.add(stream);
      const name = path.replace(/^.*\.(?=\w+$)/, '');
      const own = /^sklearn\.|^\.sample$/.test(path);
      const remedy = own ? `give it random_state=0, or ${REMEDIES.numpy}` : REMEDIES[stream];
      found.push({ cell, at: { from: node.from, to: node.to }, draw: { name, remedy } });
    }
  }
  return found;
}

/** It is given a seed or a stream, or may be (`**options`); or it shuffles nothing. */
function hasOwnSeed({ path, node }: FoundCall): boolean {
  if (path === '.sample' && node.arguments.length === 0) return true;
  return node.arguments.some(
    ({ keyword, star, value }) =>
      (star && keyword === null) ||
      keyword === 'generator' ||
      keyword === 'seed' ||
      (keyword === 'random_state' && !(value.type === 'constant' && value.text === 'None')) ||
      (keyword === 'shuffle' && value.type === 'constant' && value.text === 'False'),
  );
}
