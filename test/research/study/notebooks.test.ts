/** `sluice study notebooks`: measures against values computed by hand; corpora with broken files, shards, continued runs. */

import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, describe, expect, test } from 'vitest';
import { findPackageRoot, shippedLibrary } from '../../../instrument/index.ts';
import {
  type AnnotatedCell,
  askEveryCell,
  buildInformationFlow,
  type CellCounts,
  countText,
  type FlowScore,
  factsOfNotebook,
  scoreFlows,
} from '../../../slicer/index.ts';
import { type Folder, makeFolder, notebookText, sessionText, sluice, sluiceJson } from '../../cli/sluice.ts';

const T = 120_000;
let folder: Folder | null = null;
afterEach(() => folder?.remove());

const library = shippedLibrary();
const textsOf = (sources: readonly string[]) => sources.map((source, at) => ({ cell: `c${at + 1}`, source }));

function readCases<T>(name: string): T[] {
  const text = readFileSync(join(findPackageRoot(), 'test', 'cases', 'study', name), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

/** Number of the cell; names taken, given, defined and used, separated by blanks. */
type Annotated = readonly [number, ...string[]];
/** Precision, recall, F1, accuracy, exact. */
type Scores = readonly [number, number, number, number, boolean];

interface ScoreCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly annotated: readonly Annotated[];
  readonly flows: Scores;
  readonly dependencies: Scores;
}

describe('scores of flows', () => {
  test.each(readCases<ScoreCase>('flow-scores.jsonl'))(
    '$name',
    ({ cells, annotated, flows, dependencies }) => {
      const told = annotated.map(([cell, ...lists]): AnnotatedCell => {
        const [inputs, outputs, defines, uses] = [0, 1, 2, 3].map((n) =>
          (lists[n] ?? '').split(' ').filter(Boolean),
        );
        return { cell, inputs: inputs!, outputs: outputs!, defines: defines!, uses: uses! };
      });
      const graph = buildInformationFlow(factsOfNotebook(textsOf(cells), library), 'resolved');
      const rounded = ({ precision, recall, f1, accuracy, exact }: FlowScore) => [
        ...[precision, recall, f1, accuracy].map((value) => Number(value.toFixed(3))),
        exact,
      ];
      const found = scoreFlows(told, graph);
      expect([rounded(found.flows), rounded(found.dependencies)]).toEqual([flows, dependencies]);
    },
  );
});

interface CountCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly counts: readonly Partial<CellCounts>[];
}

describe('counts of text', () => {
  test.each(readCases<CountCase>('text-counts.jsonl'))('$name', ({ cells, counts }) => {
    expect(countText(cells, library)).toMatchObject(counts);
  });
});

test('every cell as the source', () => {
  let asked = 0;
  const clock = () => {
    asked += 1;
    return asked;
  };
  const cells = textsOf(['x = 1', '', 'y = x', 'x += 1', 'print(y)']);
  const found = askEveryCell(cells, library, clock);
  expect(found.cells).toBe(4);
  // x = 1 again: y = x and x += 1 are fresh, print(y) is stale; y = x again: print(y) is fresh
  expect([found.fresh, found.stale]).toEqual([3, 1]);
  expect(found.questionsMs).toEqual({ '3': [1, 1, 1, 1], inf: [1, 1, 1, 1] });
  expect(found.paths.inf.longest).toBeGreaterThanOrEqual(found.paths['3'].longest);
  expect(found.paths['3'].longest).toBeLessThanOrEqual(3);
});

const CODE = ['import pandas as pd', 'd = pd.DataFrame({"a": [1]})', 'print(d)', 'e = 2'];

interface Row {
  readonly type: string;
  readonly name?: string;
  readonly file?: string;
  readonly status?: string;
  readonly cause?: string | null;
  readonly rows?: readonly (readonly (string | number)[])[];
}

test(
  'a corpus: copies count once, what cannot be analysed is a line, a run goes on, shards are joined',
  async () => {
    folder = makeFolder({
      'corpus/a.ipynb': notebookText(CODE),
      'corpus/sub/copy.ipynb': notebookText(CODE),
      'corpus/b.ipynb': notebookText(['x = 1', 'y = x + 1']),
      'corpus/broken.ipynb': '{"cells": [',
      'corpus/empty.ipynb': notebookText(['']),
      'corpus/julia.ipynb': notebookText(['1']).replace('"name": "python"', '"name": "julia"'),
      'corpus/.ipynb_checkpoints/c.ipynb': notebookText(['1']),
      'session.jsonl': sessionText(['x = 1', 'x']),
      'annotations.json': JSON.stringify([
        [{ id: 'b' }, { id: 1, outputs: ['x'] }, { id: 2, inputs: [['x', 'x']], outputs: ['y'] }],
      ]),
    });
    const cwd = folder.path;
    const args = ['study', 'notebooks', 'corpus', 'session.jsonl', '--annotations', 'annotations.json'];
    const saved = ['-o', 'all.jsonl', '--report', 's.html', '--parquet', 's.parquet'];
    const found = await sluiceJson<Row>([...args, ...saved, '--jobs', '2'], 0, { cwd });
    const causes = found.flatMap(({ file, status, cause }) =>
      file === undefined ? [] : [[file, status, cause]],
    );
    expect(causes.sort()).toEqual([
      ['corpus/a.ipynb', 'measured', null],
      ['corpus/b.ipynb', 'measured', null],
      ['corpus/broken.ipynb', 'left-out', 'unreadable'],
      ['corpus/empty.ipynb', 'left-out', 'no-code'],
      ['corpus/julia.ipynb', 'left-out', 'not-python'],
      ['corpus/sub/copy.ipynb', 'measured', null],
      ['session.jsonl', 'measured', null],
    ]);
    const rows = (name: string) => found.find((table) => table.name === name)?.rows;
    expect(rows('corpus')).toEqual([
      ['measured', 3, 8],
      ['copy', 1, ''],
      ['unreadable', 1, ''],
      ['no-code', 1, ''],
      ['not-python', 1, ''],
    ]);
    // of 4, 2 and 2 cells: e = 2 is isolated, and the import has no value for others; e = 2 and y = x + 1 are idle;
    // in each notebook the run of one cell makes one other fresh
    expect(rows('cells')?.map(([name, share]) => [name, share])).toEqual([
      ['isolated', 8.33],
      ['unlinked', 16.7],
      ['idle', 25],
      ['fresh', 18.8],
      ['stale', 0],
    ]);
    expect(rows('annotations')?.[1]).toEqual(['flows, resolved', 100, 100, 100, 100, 100, 1]);
    const page = readFileSync(join(cwd, 's.html'), 'utf8');
    expect(page).toMatch(/<svg [^>]*aria-label="Time for one question"/);
    expect(page).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
    expect(readFileSync(join(cwd, 's.tables', 'corpus.csv'), 'utf8')).toContain('measured,3,8\r\n');

    const bytes = Uint8Array.from(readFileSync(join(cwd, 's.parquet')));
    const columns = ['file', 'cause', 'measures_impact_cells'];
    expect(await parquetReadObjects({ file: bytes.buffer, columns })).toEqual([
      { file: 'corpus/a.ipynb', cause: null, measures_impact_cells: 4 },
      { file: 'corpus/b.ipynb', cause: null, measures_impact_cells: 2 },
      { file: 'corpus/broken.ipynb', cause: 'unreadable', measures_impact_cells: null },
      { file: 'corpus/empty.ipynb', cause: 'no-code', measures_impact_cells: null },
      { file: 'corpus/julia.ipynb', cause: 'not-python', measures_impact_cells: null },
      { file: 'corpus/sub/copy.ipynb', cause: null, measures_impact_cells: 4 },
      { file: 'session.jsonl', cause: null, measures_impact_cells: 2 },
    ]);

    const all = join(cwd, 'all.jsonl');
    truncateSync(all, readFileSync(all).length - 10);
    const again = await sluice([...args, '-o', 'all.jsonl', '--json'], { cwd });
    expect(again.stderr).toContain(`6 notebooks in ${all} already`);
    expect(readFileSync(all, 'utf8').trim().split('\n')).toHaveLength(7);

    for (const part of ['1', '2']) {
      const sharded = await sluice([...args, '--shard', `${part}/2`, '-o', `part-${part}.jsonl`], { cwd });
      expect(sharded.code).toBe(0);
    }
    const joined = ['study', 'notebooks', 'part-1.jsonl', 'part-2.jsonl', '--merge', 'joined.jsonl'];
    const merged = await sluiceJson<Row>(joined, 0, { cwd });
    const tables = (lines: readonly Row[]) =>
      lines.filter(({ name }) => name !== undefined && name !== 'times');
    expect(tables(merged)).toEqual(tables(found));

    writeFileSync(join(cwd, 'part-2.jsonl'), readFileSync(all, 'utf8').replace(/"idle":\d/g, '"idle":9'));
    const refused = await sluice(joined, { cwd });
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('has other results in part-2.jsonl than in part-1.jsonl');
  },
  T,
);

test(
  'what cannot be studied is said in one line',
  async () => {
    folder = makeFolder({ 'a.ipynb': notebookText(['1']), 'bad.json': '[[{"id": 3}]]', 'none/x.txt': '' });
    const { path: cwd } = folder;
    const cases: readonly (readonly [readonly string[], string])[] = [
      [[], 'needs a notebook, a session file or a folder'],
      [['gone.ipynb'], 'cannot read gone.ipynb'],
      [['none'], 'there is no notebook (.ipynb) in none'],
      [['a.ipynb', '--annotations', 'bad.json'], 'bad.json has no annotations of notebooks: 0.0.id'],
      [['a.ipynb', '--shard', '3/2'], '--shard takes K/N'],
      [['a.ipynb', '--least', '3'], '--least is not for sluice study notebooks'],
      [['a.jsonl', '--merge', 'b.jsonl', '--jobs', '2'], '--jobs is for a run that makes some'],
      [['a.ipynb', '--merge', 'b.jsonl'], 'a line that is no result: no analysed-notebook'],
    ];
    const found = await Promise.all(cases.map(([args]) => sluice(['study', 'notebooks', ...args], { cwd })));
    for (const [at, { code, stdout, stderr }] of found.entries()) {
      expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1]);
      expect(stderr).toContain(cases[at]![1]);
    }
  },
  T,
);
