/** Open notebooks are checked as they stand: only changes since the last check count, and fixes are tested again. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkedNotebook, detailsOf, NOWHERE } from '../../runtime/checking/index.ts';
import type { Cell } from '../../runtime/documents/index.ts';
import { OpenNotebookChecks } from '../../runtime/problems/check-open-notebook.ts';
import { type Folder, makeFolder } from '../cli/sluice.ts';

let folder: Folder;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

function asked(order: readonly string[], changed: Readonly<Record<string, string>>, metadata: object = {}) {
  const cells = Object.entries(changed).map(
    ([id, source]): Cell => ({ type: 'code', id, source, metadata: {}, executionCount: null, outputs: [] }),
  );
  return {
    path: `${folder.path}/book.ipynb`,
    order,
    changed: cells.map((cell) => ({
      checked: checkedNotebook({ path: '', cells: [cell] }, NOWHERE).cells[0]!,
      details: detailsOf([cell]).get(cell.id)!,
    })),
    metadata: metadata as Record<string, never>,
    phase: 'explore' as const,
  };
}

test('only what has changed is told; cells come, go and move', async () => {
  const checks = new OpenNotebookChecks();
  const placesOf = async (...what: Parameters<typeof asked>) =>
    (await checks.problems({ ...asked(...what), soon: true })).problems.map(
      ({ cell, code, line }) => `${cell} ${code} ${line}`,
    );
  expect(await placesOf(['a', 'b'], { a: 'total = 1', b: '\nprint(totl)' })).toEqual(['b undefined-name 2']);
  expect(await placesOf(['a', 'b'], { b: 'print(total)' })).toEqual([]);
  // moved below
  expect(await placesOf(['b', 'a'], {})).toEqual(['b undefined-name 1']);
  expect(await placesOf(['c', 'b', 'a'], { c: 'total = 0' })).toEqual([]);
  // what has gone and comes back is told anew
  expect(await placesOf(['b'], {})).toEqual(['b undefined-name 1']);
});

test('a fix is given when it holds', async () => {
  const checks = new OpenNotebookChecks();
  const cells = { a: 'import pandas as pd\ndf = pd.DataFrame({"x": [1]})', b: 'df[df.x > 0]["x"] = 2' };
  const { problems } = await checks.problems({ ...asked(['a', 'b'], cells), soon: false });
  const [found] = problems;
  expect(found).toMatchObject({ code: 'no-effect', cell: 'b', fix: { title: expect.any(String) } });
  const fix = await checks.mend(asked(['a', 'b'], {}), found!);
  expect(fix.edits).toEqual([{ cell: 'b', source: 'df.loc[df.x > 0, "x"] = 2' }]);
  // the text has changed meanwhile
  await expect(checks.mend(asked(['a', 'b'], { b: 'df' }), found!)).rejects.toThrow(
    'nothing to mend any more',
  );
});

test('a fix that breaks a contract is not made', async () => {
  const checks = new OpenNotebookChecks();
  const query = `SELECT cell, line FROM statements WHERE text LIKE '%.loc%'`;
  const contracts = { sluice: { contracts: { 'no-loc': { query } } } };
  const cells = { a: 'import pandas as pd\ndf = pd.DataFrame({"x": [1]})', b: 'df[df.x > 0]["x"] = 2' };
  const { problems } = await checks.problems({ ...asked(['a', 'b'], cells, contracts), soon: false });
  const [found] = problems;
  await expect(checks.mend(asked(['a', 'b'], {}, contracts), found!)).rejects.toThrow('something else wrong');
});

test('what takes longer to be found is left for later, and said to be', async () => {
  const checks = new OpenNotebookChecks();
  const split = 'from sklearn.model_selection import train_test_split\ntrain, test = train_test_split(X)';
  const cells = {
    a: 'import pandas as pd\nfrom sklearn.preprocessing import StandardScaler',
    b: 'X = StandardScaler().fit_transform(pd.read_csv("a.csv"))',
    c: split,
    d: 'from sklearn.svm import OneClassSVM\nOneClassSVM().fit(train).predict(test)\nprint(tset)',
  };
  const first = await checks.problems({ ...asked(['a', 'b', 'c', 'd'], cells), soon: true });
  expect(first.problems.map(({ code }) => code)).toEqual(['undefined-name']);
  expect(first.awaited).toEqual(expect.arrayContaining(['leak-preprocessing', 'contract']));
  const all = await checks.problems({ ...asked(['a', 'b', 'c', 'd'], {}), soon: false });
  expect(all.problems.map(({ code }) => code)).toContain('undefined-name');
  expect(all.awaited).toEqual([]);
});
