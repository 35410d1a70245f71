/**
 * Cases of static analyses, as data: cells (statements and names), notebooks (liveness of the last cell), slices.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import {
  analyzeExecution,
  analyzeLiveness,
  buildStaticDefUse,
  environmentWith,
  normalizeCell,
  parseCell,
  StaticSession,
  sliceStatically,
} from '../../slicer/static/index.ts';

const library = shippedLibrary();
const EMPTY = environmentWith(library);
const CAUTIOUS = environmentWith(library, 'mutate');

function readCases<T>(file: string): T[] {
  return JSON.parse(readFileSync(new URL(`../cases/static/${file}`, import.meta.url), 'utf8')) as T[];
}

const sorted = (names: Iterable<string>) => [...names].sort().join(' ');

interface CellCase {
  readonly source: string;
  readonly statements: readonly string[];
  readonly live: string;
  readonly writes: string;
  readonly mutates: string;
  readonly dead: string;
  readonly errors: number;
  readonly unknown: boolean;
}

describe('cells', () => {
  const cases = readCases<CellCase>('cells.json');
  test.each(cases)('$source', (wanted) => {
    const cell = parseCell(wanted.source);
    const found = analyzeLiveness(cell, EMPTY);
    expect({
      source: wanted.source,
      statements: cell.statements.map((statement) => statement.text),
      live: sorted(found.live),
      writes: sorted(found.writes),
      mutates: sorted(found.mutates),
      dead: sorted(found.dead),
      errors: cell.errors.length,
      unknown: found.unknownWrites,
    }).toEqual(wanted);
  });

  test('normalisation keeps the length, whatever the text', () => {
    const pieces = fc.constantFrom(
      ...cases.map((each) => each.source),
      ...[
        '"""',
        "'",
        '"',
        '(',
        ')',
        '[',
        '{',
        '}',
        '\\',
        '\n',
        '\r\n',
        ' ',
        '\t',
        '\f',
        ':',
        '#',
        '%',
        '!',
        '?',
        '@',
      ],
      ...[
        'f"',
        'x',
        '20.',
        'yield',
        'with (',
        ' as ',
        'match x:\n',
        ' case y:\n',
        'lambda',
        '*',
        'é',
        '𝐱',
        '%%time\n',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (list) => {
        const source = list.join('');
        const cell = normalizeCell(source);
        expect(cell.text).toHaveLength(source.length);
        expect(cell.original).toHaveLength(source.length);
        const parsed = parseCell(source);
        for (const { from, to, startLine, endLine } of parsed.statements) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeGreaterThanOrEqual(from);
          expect(to).toBeLessThanOrEqual(source.length);
          expect(endLine).toBeGreaterThanOrEqual(startLine);
        }
        analyzeLiveness(parsed);
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});

interface NotebookCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly live: string;
  readonly dead: string;
  readonly mutates: string;
}

describe('liveness of the last cell of a notebook', () => {
  test.each(readCases<NotebookCase>('notebooks.json'))('$name', ({ cells, live, dead, mutates }) => {
    let environment = EMPTY;
    for (const source of cells.slice(0, -1))
      environment = analyzeLiveness(parseCell(source), environment).environment;
    const found = analyzeLiveness(parseCell(cells.at(-1)!), environment);
    const result = { live: sorted(found.live), dead: sorted(found.dead), mutates: sorted(found.mutates) };
    expect(result).toEqual({ live, dead, mutates });
  });

  test('an unknown call may change its arguments if that is asked for', () => {
    const cell = parseCell('y = unknown(a, b.c)\nprint(d)');
    expect(sorted(analyzeLiveness(cell, EMPTY).mutates)).toBe('');
    expect(sorted(analyzeLiveness(cell, CAUTIOUS).mutates)).toBe('a b');
  });
});

interface SliceCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly of?: number;
  readonly backward: string;
  readonly forward: string;
}

describe('static slices', () => {
  test.each(readCases<SliceCase>('slices.json'))('$name', ({ cells, of, backward, forward }) => {
    const defUse = buildStaticDefUse(
      cells.map((source, i) => ({ exec: i + 1, source })),
      EMPTY,
    );
    const criterion = { exec: of ?? cells.length };
    const slice = (direction: 'backward' | 'forward') =>
      sliceStatically(defUse, criterion, direction)
        .map(({ exec, ordinal }) => `${exec}.${ordinal}`)
        .join(' ');
    expect({ backward: slice('backward'), forward: slice('forward') }).toEqual({ backward, forward });
  });

  test.each(readCases<Omit<SliceCase, 'forward'>>('cautious-slices.json'))('cautious: $name', (wanted) => {
    const executions = wanted.cells.map((source, i) => ({ exec: i + 1, source }));
    const defUse = buildStaticDefUse(executions, CAUTIOUS);
    const slice = sliceStatically(defUse, { exec: wanted.cells.length });
    expect(slice.map(({ exec, ordinal }) => `${exec}.${ordinal}`).join(' ')).toBe(wanted.backward);
  });

  test('what is changed or perhaps bound is also read', () => {
    const { statements } = analyzeExecution('if c: x = 1\nd["k"] = 2\nd2 = 3\ndel e', EMPTY);
    expect(
      statements.map(({ reads, writes, deletes }) => [sorted(reads), sorted(writes), sorted(deletes)]),
    ).toEqual([
      ['c x', 'x', ''],
      ['d', 'd', ''],
      ['', 'd2', ''],
      ['e', '', 'e'],
    ]);
  });

  test('a session remembers functions of earlier executions', () => {
    const session = new StaticSession(EMPTY);
    session.analyze('def f(): return k');
    expect(sorted(session.analyze('f()')[0]!.reads)).toBe('f k');
  });
});
