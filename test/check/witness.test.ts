/** The witness: runs confirm a planted leak, and refute a false finding. The cells run in the private environment. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { ensurePrivatePython } from '../../runtime/python/index.ts';
import { confirmLeaks } from '../../runtime/witness/index.ts';
import { checkNotebook } from '../../slicer/index.ts';
import { notebookOf } from './cases.ts';

const LIBRARY = shippedLibrary();

const IMPORTS = `import numpy as np, pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
rng = np.random.RandomState(0)`;
const DATA = "df = pd.DataFrame({'a': rng.rand(40), 'b': rng.rand(40), 't': rng.randint(0, 2, 40)})";
const SPLIT = `X, y = df.drop(columns='t'), df['t']
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)
m = LogisticRegression().fit(X_train, y_train)
m.score(X_test, y_test)`;

/** A step before the split of the data, whether runs confirm a leak, and the message. */
const STEPS: readonly (readonly [string, boolean, RegExp])[] = [
  ["df['a'] = StandardScaler().fit_transform(df[['a']])[:, 0]", true, /30 of 30 training rows differ/],
  // nothing is missing, so that nothing is filled in
  ["df['a'] = df['a'].fillna(df['a'].mean())", false, /stay the same/],
  // no call is known to give rows: they are followed from where something is learned
  [
    "df = pd.DataFrame(StandardScaler().fit_transform(df.to_numpy()), columns=df.columns).assign(t=df['t'])",
    true,
    /30 of 30 training rows differ/,
  ],
  // rows are picked by hand and numbered anew, so that none can be followed
  [
    "df = df[df['a'] > 0.2].reset_index(drop=True)\ndf['a'] = StandardScaler().fit_transform(df[['a']])[:, 0]",
    true,
    /one row of the source, which is tested on/,
  ],
  // what the fix makes of it is run as well
  [
    "df['a'] = (df['a'] - df['a'].mean()) / df['a'].std()",
    true,
    /30 of 30 training rows differ; the score is [\d.]+ with the leak, [\d.]+ without/,
  ],
  ['df = df.sample(80, replace=True, random_state=0)', true, /test rows are among the training rows/],
];

test('leaks are confirmed, or refuted', { timeout: 300_000 }, async () => {
  // one notebook, so that Python and its libraries start once
  const cells = [IMPORTS, ...STEPS.flatMap(([step]) => [DATA, step, SPLIT])];
  const checked = checkNotebook(
    notebookOf({ name: '', cells, finds: [] }),
    { select: ['leak'], ignore: [], phase: 'share' },
    LIBRARY,
  );
  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  try {
    const place = { folder, python: () => ensurePrivatePython(() => {}), onProgress: () => {} };
    const { facts, findings } = await confirmLeaks(checked, place);
    for (const [step, confirmed, evidence] of STEPS) {
      const { id } = facts.code.find(({ source }) => source === step)!;
      const { witness } = findings.find(({ cell, severity }) => cell === id && severity !== 'info')!;
      expect(witness?.evidence, step).toMatch(evidence);
      expect(witness?.confirmed, step).toBe(confirmed);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
