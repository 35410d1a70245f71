import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { inferCells, parseSessionFile, readSource } from '../../runtime/sources/index.ts';
import { editDistance, nearestName, suggest } from '../../slicer/index.ts';
import badSessions from '../cases/sources/bad-sessions.json' with { type: 'json' };
import identities from '../cases/sources/cell-identity.json' with { type: 'json' };
import goodSessions from '../cases/sources/good-sessions.json' with { type: 'json' };
import names from '../cases/sources/nearest.json' with { type: 'json' };

const folder = mkdtempSync(join(tmpdir(), 'sluice-sources-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('session files', () => {
  test.each(goodSessions)('$name', ({ lines, types, order }) => {
    const session = parseSessionFile(lines.join('\n'), 'x');
    expect(session.events.map(({ type }) => type)).toEqual(types);
    expect(session.order).toEqual(order);
  });

  test.each(badSessions)('$name', ({ lines, message }) => {
    expect(() => parseSessionFile(lines.join('\n'), 'FILE')).toThrow(
      expect.objectContaining({ name: 'SluiceError', exitCode: 2, message: expect.stringMatching(message) }),
    );
  });

  test('events are as in the file, to the letter', () => {
    const events = [
      { type: 'run', cell: 'a', source: 'x = "é\\n"\n' },
      { type: 'edit', cell: 'b', source: '' },
      { type: 'order', cells: ['b', 'a'] },
      { type: 'delete', cell: 'b' },
      { type: 'restart' },
    ];
    const text = events.map((event) => JSON.stringify(event)).join('\n');
    expect(parseSessionFile(text, 'x').events).toEqual(events);
  });
});

describe('one door', () => {
  const notebook = JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    cells: [
      { id: 'intro', cell_type: 'markdown', source: '# T' },
      { id: 'a', cell_type: 'code', source: ['x = 1\n', 'x'] },
      { id: 'blank', cell_type: 'code', source: ' \n' },
      { cell_type: 'code', source: '%%bash\nls' },
    ],
  });

  test('a notebook: code cells that are not blank run once, in order', async () => {
    const source = await readSource(file('a.ipynb', notebook));
    expect(source).toMatchObject({
      kind: 'notebook',
      order: ['a', 'cell-4'],
      events: [
        { type: 'run', cell: 'a', source: 'x = 1\nx' },
        { type: 'run', cell: 'cell-4', source: '%%bash\nls' },
      ],
    });
  });

  test('the content decides, not the name', async () => {
    expect(await readSource(file('a.jsonl', notebook))).toMatchObject({ kind: 'notebook' });
    expect(await readSource(file('noname', `\ufeff\n${notebook}`))).toMatchObject({ kind: 'notebook' });
    const line = JSON.stringify({ type: 'run', cell: 'a', source: '{"nbformat": 4}' });
    expect(await readSource(file('b.ipynb', `\n${line}\n`))).toMatchObject({ kind: 'recorded' });
  });

  test.each([
    ['x.txt', 'hello', /is neither a notebook/],
    ['x.ipynb', 'hello', /is not valid JSON: line 1, column 1/],
    ['x.jsonl', 'hello', /x\.jsonl:1:1: invalid JSON/],
    ['y.jsonl', '', /is empty/],
    ['x.sqlite', 'hello', /x\.sqlite is not an SQLite database, or its beginning is damaged/],
    ['y.sqlite', '', /y\.sqlite is empty \(0 bytes\)/],
  ])('%s with %j', async (name, text, message) => {
    await expect(readSource(file(name, text))).rejects.toThrow(message);
  });

  test('missing, a directory, and --session where there are none', async () => {
    await expect(readSource(join(folder, 'none'))).rejects.toThrow(/^cannot read .*no such file/);
    await expect(readSource(folder)).rejects.toThrow(/is a directory/);
    await expect(readSource(file('a.ipynb', notebook), { session: 1 })).rejects.toThrow(/--session is for/);
  });
});

describe('cell identity', () => {
  test.each(identities)('$name', ({ sources, cells }) => {
    expect(inferCells(sources)).toEqual(cells);
  });

  test('the filters and the limited distance change nothing', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\n'), minLength: 8, maxLength: 40 });
    fc.assert(
      fc.property(text, text, fc.nat(40), (a, b, limit) => {
        const distance = levenshtein(a, b);
        expect(editDistance(a, b, limit)).toBe(distance <= limit ? distance : Number.POSITIVE_INFINITY);
      }),
      { numRuns: 400, seed: 3 },
    );
    const edited = fc
      .tuple(text, fc.nat(40), text)
      .map(([a, at, b]) => [a, a.slice(0, at) + b.slice(0, 4) + a.slice(at)]);
    fc.assert(
      fc.property(edited, ([a, b]) => {
        const [x, y] = [a!.trim(), b!.trim()];
        const length = Math.max(x.length, y.length);
        const same = x === y || (length >= 10 && levenshtein(x, y) * 5 <= length);
        expect(new Set(inferCells([a!, b!])).size).toBe(same ? 1 : 2);
      }),
      { numRuns: 400, seed: 4 },
    );
  });
});

/** The textbook's table, to check the fast one against. */
function levenshtein(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}

describe('nearest name', () => {
  test.each(names)('$name among $candidates', ({ name, candidates, nearest: expected }) => {
    expect(nearestName(name, candidates)).toBe(expected);
  });

  test('suggestions', () => {
    expect(suggest('lenght', ['length'])).toBe('; did you mean "length"?');
    expect(suggest('q', ['a', 'b', 'c'], 2)).toBe('; there is a, b and 1 more');
    expect(suggest('q', [])).toBe('');
  });
});
