/** The remedy for an undefined name: the usual import of the name, a similar name, or a definition. */

import type { UndefinedName } from './facts.ts';
import { pythonThreeName } from './python-two.ts';

/** The usual names of imported modules. */
const USUAL: Readonly<Record<string, string>> = {
  np: 'import numpy as np',
  pd: 'import pandas as pd',
  plt: 'import matplotlib.pyplot as plt',
  sns: 'import seaborn as sns',
  tf: 'import tensorflow as tf',
  nx: 'import networkx as nx',
  sm: 'import statsmodels.api as sm',
  px: 'import plotly.express as px',
  go: 'import plotly.graph_objects as go',
  ...Object.fromEntries(
    'numpy pandas matplotlib seaborn scipy sklearn torch os sys re math json random time datetime itertools glob warnings pickle'
      .split(' ')
      .map((module) => [module, `import ${module}`]),
  ),
};

/** The remedy, in the imperative. */
export function remedyFor({ name, near }: UndefinedName): string {
  const usual = Object.hasOwn(USUAL, name) ? USUAL[name] : undefined;
  if (usual !== undefined) return `write \`${usual}\` above`;
  const three = pythonThreeName(name);
  if (three !== null) return `it is of Python 2: write ${three}`;
  return near === null ? 'define it in a cell above' : `write ${near}, if that is meant, or define it above`;
}
