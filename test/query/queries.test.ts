/** The tables of facts, by queries about small notebooks: cases of `queries.jsonl`; wrong queries: `mistakes.jsonl`. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FactsDatabase, SqlMistake } from '../../runtime/query/index.ts';
import { TABLES, VIEWS } from '../../slicer/index.ts';
import { type QueriedCell, queriedNotebook, rowsOf } from './queried-case.ts';

interface QueryCase {
  readonly name: string;
  readonly cells: readonly QueriedCell[];
  readonly sql: string;
  readonly rows: readonly (readonly unknown[])[];
}

interface MistakeCase {
  readonly name: string;
  readonly sql: string;
  readonly message: string;
  readonly place: string;
}

function casesOf<Case>(file: string): Case[] {
  const text = readFileSync(new URL(`../cases/query/${file}`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Case);
}

test.each(casesOf<QueryCase>('queries.jsonl'))('$name', async ({ cells, sql, rows }) => {
  expect(await rowsOf(queriedNotebook(cells), sql)).toEqual(rows);
});

const problems = ['print(1', 'exec(code)\n%run x.py', '!ls', '%%bash\nls', '', '\ud800', 'f(*a, **k)(b)(c)'];

test('every table has the columns that it says, whatever the notebook', () => {
  const notebook = queriedNotebook([
    ...problems,
    'import pandas as pd\ndf = pd.read_csv("a.csv")',
    { code: 'df.plot()', shows: ['image/png'] },
  ]);
  for (const { name, columns, rows } of TABLES) {
    const known = new Set(columns.map((column) => column.name));
    for (const row of rows(notebook)) {
      const unknown = Object.keys(row).filter((key) => !known.has(key));
      expect(unknown, name).toEqual([]);
      expect(row, name).not.toHaveProperty('file');
    }
  }
});

describe('wrong queries', () => {
  test.each(casesOf<MistakeCase>('mistakes.jsonl'))('$name', async ({ sql, message, place }) => {
    const database = await FactsDatabase.open();
    const mistake = (() => {
      try {
        return database.inspect(sql);
      } catch (error) {
        return error;
      }
    })();
    database.close();
    expect(mistake).toBeInstanceOf(SqlMistake);
    expect(mistake).toMatchObject({ message, place });
  });

  test('the place is under the caret, also in a long line', () => {
    const sql = `SELECT ${'1, '.repeat(100)}frm FROM`;
    const mistake = new SqlMistake('x', sql, sql.indexOf('frm'));
    const [line = '', caret = ''] = mistake.frame.split('\n');
    expect(line.slice(caret.indexOf('^')).startsWith('frm')).toBe(true);
    expect(line.length).toBeLessThan(110);
  });

  test.each([
    [
      'SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM n)',
    ],
    ['WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0'],
    ['WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n'],
  ])('one that takes too long is ended: %s', async (sql) => {
    const database = await FactsDatabase.open();
    const all = () => {
      let count = 0;
      for (const _ of database.rows(sql, {}, 100)) count += 1;
      return count;
    };
    expect(all).toThrow('it took more than 0.1 s and was ended');
    // and the next one is answered
    expect([...database.rows('SELECT 1', {}, 10_000)]).toEqual([[1]]);
    database.close();
  });

  test('one that takes too much memory is ended', async () => {
    const database = await FactsDatabase.open();
    const sql = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100)
      SELECT i FROM n ORDER BY hex(zeroblob(9000000)) || i`;
    expect(() => [...database.rows(sql, {}, 60_000)]).toThrow('more than 1 GB of memory');
    database.close();
  });
});

test('columns with one name get different ones', async () => {
  const database = await FactsDatabase.open();
  const { columns } = database.inspect('SELECT cell, cell, cell FROM cells');
  expect(columns).toEqual(['cell', 'cell_2', 'cell_3']);
  database.close();
});

test('a query asks for the tables that it reads, also through views', async () => {
  const database = await FactsDatabase.open();
  const tablesOf = (sql: string) => {
    const names = [...database.inspect(sql).tables];
    return names.filter((name) => TABLES.some((table) => table.name === name)).sort();
  };
  expect(tablesOf('SELECT count(*) FROM cells')).toEqual(['cells']);
  expect(tablesOf('SELECT * FROM needs')).toEqual(['cells', 'dependencies']);
  expect(tablesOf('SELECT 1')).toEqual([]);
  for (const { name } of VIEWS) expect(tablesOf(`SELECT * FROM ${name}`)).not.toEqual([]);
  database.close();
});

test('the queries of the documents are answered', async () => {
  const text = readFileSync(new URL('../../docs/query.md', import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/```sql\n(.*?)```/gs)].map(([, sql]) => sql!);
  const [, first] = /sluice query \S+ "(SELECT .*?)"/s.exec(text)!;
  expect(blocks.length).toBeGreaterThan(2);
  const notebook = queriedNotebook([
    'import pandas as pd',
    "sales = pd.read_csv('data/sales.csv')",
    'print(sales)',
  ]);
  const answers = await Promise.all([...blocks, first!].map((sql) => rowsOf(notebook, sql)));
  expect(answers.at(-1)).toEqual([[2, 'pandas.read_csv', 'data/sales.csv']]);
  // (by the last block, a cell that uses data is a step away from them)
  expect(answers.at(-2)).toEqual([
    [2, 0],
    [3, 1],
  ]);
});
