/**
 * Cases of static analyses, as data: cells (statements and names), notebooks (liveness of the last cell), slices.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { StaticRecorder } from '../../runtime/session/index.ts';
import { DependenceGraph, sliceExecution } from '../../slicer/index.ts';
import { namesOfText, normalizeCell, parseCell, RunNames } from '../../slicer/static/index.ts';

const library = shippedLibrary();

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
    const found = namesOfText(wanted.source, library);
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
        namesOfText(source);
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
    const runs = new RunNames(library);
    for (const source of cells.slice(0, -1)) runs.ran(source);
    const found = runs.of(cells.at(-1)!);
    const result = { live: sorted(found.live), dead: sorted(found.dead), mutates: sorted(found.mutates) };
    expect(result).toEqual({ live, dead, mutates });
  });

  test('an unknown call may change its arguments', () => {
    const [call, shows] = namesOfText('y = unknown(a, b.c)\nprint(d)', library).statements;
    expect([sorted(call!.mutates), sorted(call!.mayMutate)]).toEqual(['', 'a b']);
    expect([sorted(shows!.mutates), sorted(shows!.mayMutate)]).toEqual(['', '']);
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
  const graphOf = (cells: readonly string[]): DependenceGraph => {
    const recorder = new StaticRecorder(library);
    const graph = new DependenceGraph();
    for (const [i, source] of cells.entries())
      graph.record(recorder.record({ exec: i + 1, cell: String(i + 1), source, status: 'ok' }));
    return graph;
  };

  test.each(readCases<SliceCase>('slices.json'))('$name', ({ cells, of, backward, forward }) => {
    const graph = graphOf(cells);
    const slice = (direction: 'backward' | 'forward') =>
      sliceExecution(graph, of ?? cells.length, direction, 'statement').statements.join(' ');
    expect({ backward: slice('backward'), forward: slice('forward') }).toEqual({ backward, forward });
  });

  test.each(readCases<Omit<SliceCase, 'forward'>>('cautious-slices.json'))(
    'cautious: $name',
    ({ cells, backward }) => {
      const slice = sliceExecution(graphOf(cells), cells.length, 'backward', 'statement');
      expect(slice.statements.join(' ')).toBe(backward);
    },
  );

  test('what is changed or perhaps bound is also read', () => {
    const source = 'if c: x = 1\nd["k"] = 2\nd2 = 3\ndel e';
    const { statements } = new StaticRecorder(library).record({ exec: 1, cell: 'a', source, status: 'ok' });
    const fields = (locations: readonly { readonly field: string }[]) =>
      sorted(locations.map(({ field }) => field));
    expect(
      statements.map(({ reads, writes, deleted }) => [fields(reads), fields(writes), sorted(deleted)]),
    ).toEqual([
      ['c x', 'x', ''],
      ['d', 'd', ''],
      ['', 'd2', ''],
      ['e', 'e', 'e'],
    ]);
  });
});
