/**
 * The contracts of docs/contracts.md, each with notebooks that break or keep the contract (cases of
 * `contracts.jsonl`), and mistakes in contracts.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { checkedSource, contractsFor, Projects, SettingsFinder } from '../../runtime/checking/index.ts';
import { queriedSource } from '../../runtime/cli/sources/queried-source.ts';
import { ContractChecks, contractsIn } from '../../runtime/contracts/index.ts';
import { parseNotebook } from '../../runtime/documents/index.ts';
import { fromNotebook } from '../../runtime/sources/index.ts';
import { checkNotebook, type Finding } from '../../slicer/index.ts';
import { type Folder, makeFolder } from '../cli/sluice.ts';
import { notebookJson, type QueriedCell } from './queried-case.ts';

interface ContractCase {
  readonly contract: string;
  readonly name: string;
  readonly cells: readonly QueriedCell[];
  /** Numbers of cells, from 1, with the text of the place behind a colon. */
  readonly broken: readonly string[];
}

const docs = readFileSync(new URL('../../docs/contracts.md', import.meta.url), 'utf8');
const READY = [...docs.matchAll(/```toml\n(.*?)```/gs)].map(([, toml]) => toml!).join('\n');
const CASES = readFileSync(new URL('../cases/query/contracts.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as ContractCase);

const library = shippedLibrary();
let checks: ContractChecks;
let folder: Folder;

beforeAll(async () => {
  checks = new ContractChecks();
  folder = makeFolder({ 'ready/sluice.toml': READY });
});
afterAll(() => folder.remove());

/** The findings of contracts, of the settings of a folder and of the notebook itself. */
function findingsIn(of: string, cells: readonly QueriedCell[], metadata: object = {}): readonly Finding[] {
  const path = join(folder.path, of, 'book.ipynb');
  const source = fromNotebook(parseNotebook(notebookJson(cells, metadata), path));
  const queried = queriedSource(source, checkedSource(source, new Projects()), 'book.ipynb', library);
  const settings = contractsFor(new SettingsFinder().settingsFor(join(folder.path, of)), path);
  const contracts = checks.checkFor(queried, settings, contractsIn(source.notebook.metadata));
  const choice = { select: ['contract'], ignore: [], phase: 'share' } as const;
  return checkNotebook({ ...queried.checked, contracts }, choice, library).findings;
}

/** The contracts of a notebook's metadata. */
const kept = (contracts: unknown) => ({ sluice: { contracts } });

describe('the contracts of the documents', () => {
  test('there are ten and more; each has a notebook that breaks it and one that keeps it', () => {
    const names = [...READY.matchAll(/^\[contracts\.(.+)\]$/gm)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThanOrEqual(10);
    for (const name of names) {
      const cases = CASES.filter(({ contract }) => contract === name);
      expect(new Set(cases.map(({ broken }) => broken.length > 0)), name).toEqual(new Set([true, false]));
    }
  });

  test.each(CASES)('$contract: $name', ({ contract, cells, broken }) => {
    const found = findingsIn('ready', cells).filter(({ message }) => message.startsWith(`${contract}: `));
    const places = found.map(({ cell, at }) => {
      const number = Number(cell?.slice(1));
      const text = cells[number - 1];
      const source = typeof text === 'string' ? text : text !== undefined && 'code' in text ? text.code : '';
      return at === null ? `${number}` : `${number}: ${source.slice(at.from, at.to)}`;
    });
    expect(places).toEqual(broken);
    for (const { message, evidence } of found) {
      expect(message).not.toMatch(/\{\w+\}|\bundefined\b/);
      expect(evidence).not.toBeNull();
    }
  });
});

test('rows of one place are one finding, with the rows as evidence; columns name other places', () => {
  const query = `SELECT cell, 1 AS line, value AS n, 'c2' AS from_cell, 1 AS from_line
    FROM cells, json_each('[1,2,3,4,5,6,7]') WHERE number = 1`;
  const [found, ...others] = findingsIn(
    '',
    ['a = 1', 'b = 2'],
    kept({ many: { query, message: 'n is {n}' } }),
  );
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    code: 'contract',
    severity: 'warning',
    cell: 'c1',
    at: { from: 0, to: 5 },
    message: 'many: n is 1',
    fix: null,
  });
  expect(found!.evidence!.split('\n')).toHaveLength(6);
  expect(found!.evidence).toMatch(/^cell = c1, line = 1, n = 1, from_cell = c2, from_line = 1\n/);
  expect(found!.path[0]).toEqual({ cell: 'c2', at: { from: 0, to: 5 }, what: 'from' });
});

test('of many places, some are told each', () => {
  const query = 'SELECT cell, value AS line FROM cells, generate_series(1, 50)';
  const recursive = query.replace(
    'generate_series(1, 50)',
    '(WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT 50) SELECT value FROM n)',
  );
  const found = findingsIn('', ['\n'.repeat(60)], kept({ many: { query: recursive, severity: 'info' } }));
  expect(found).toHaveLength(21);
  expect(found.filter(({ cell }) => cell === null).map(({ message }) => message)).toEqual([
    'many: 30 other places are like these',
  ]);
});

describe('what is no contract is told, and never taken for one that is kept', () => {
  test.each([
    [
      { a: { query: 'SELECT * FROM cels' } },
      /^a cannot be asked: its query, line 1, column 15: no such table: cels/,
    ],
    [
      { a: { query: 'SELECT :name' } },
      /^a cannot be asked: .*there is no :name; there is :file, :cell, :line/,
    ],
    [
      { a: { querry: 'SELECT 1' } },
      /^the notebook's metadata: its contract a has no querry; did you mean "query"/,
    ],
    [{ a: { message: 'x' } }, /its contract a has no query/],
    [{ 'a b': { query: 'SELECT 1' } }, /its contract a b has a name with other characters/],
    [{ a: { query: 'SELECT 1', severity: 'bad' } }, /severity that is none of error, warning, info/],
    [{ a: 'SELECT 1' }, /its contract a has to be an object/],
    [['SELECT 1'], /its contracts have to be an object/],
    [
      {
        a: { query: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n' },
      },
      /^a cannot be asked: it took more than 2 s and was ended$/,
    ],
  ])('%j', (contracts, says) => {
    const found = findingsIn('', ['x = 1'], kept(contracts));
    expect(found.map(({ severity, cell }) => ({ severity, cell }))).toEqual([
      { severity: 'error', cell: null },
    ]);
    expect(found[0]!.message).toMatch(says);
  });

  test('comments that attach what is not there, or is not of cells', () => {
    const cells = ['x = 1  # sluice: contract[constnt]', '# sluice: contract[whole]\nx'];
    const contracts = {
      constant: { query: 'SELECT 1 WHERE :cell IS NULL' },
      whole: { query: 'SELECT 1 WHERE 0' },
    };
    expect(findingsIn('', cells, kept(contracts)).map(({ cell, message }) => [cell, message])).toEqual([
      ['c1', 'there is no contract constnt; did you mean "constant"?'],
      ['c2', 'the contract whole is of the whole notebook: its query asks for no :cell'],
    ]);
  });

  test.each([
    [
      '[contracts.a]\nquery = "SELECT 1 FORM cells"',
      ':2:24: the query of the contract a: near "cells": syntax error',
    ],
    [
      '[contracts.a]\nquery = """\nSELECT *\n  FROM cels"""',
      ':4:8: the query of the contract a: no such table: cels',
    ],
    [
      "[contracts.a]\nquery = 'SELECT nme FROM cells'",
      ':2:17: the query of the contract a: no such column: nme',
    ],
    ['[contracts.a]\nquery = "SELECT \\"x\\" FROM cels"', ':2:9: the query of the contract a: no such'],
    ['[contracts.a]\nmessage = "x"', ':2:1: the contract a has no query'],
    ['[contracts]\na = "SELECT 1"', ':2:1: a contract is a table'],
    ['[contracts.a]\nquery = 1', ':2:9: this has to be a text'],
    ['[contracts.a]\nquery = "SELECT 1"\nseverity = "bad"', ':3:12: severity is "error", "warning", "info"'],
    ['[contracts.a]\nqery = "SELECT 1"', ':2:1: a contract has no qery; did you mean "query"?'],
    ['[contracts."a b"]\nquery = "SELECT 1"', ':2:1: a contract’s name has letters'],
  ])('a mistake in sluice.toml has line and column: %j', (toml, says) => {
    const at = folder.write('wrong/sluice.toml', toml);
    expect(() => findingsIn('wrong', ['x = 1'])).toThrow(`${at}${says}`);
  });
});

test('a contract is for the files that it names', () => {
  folder.write('some/sluice.toml', '[contracts.a]\nquery = "SELECT cell FROM cells"\nfiles = ["other*"]');
  expect(findingsIn('some', ['x = 1'])).toEqual([]);
  folder.write('some/sluice.toml', '[contracts.a]\nquery = "SELECT cell FROM cells"\nfiles = ["bo*"]');
  expect(findingsIn('some', ['x = 1'])).toHaveLength(1);
});
