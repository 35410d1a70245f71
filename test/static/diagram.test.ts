/** Drawings of information flow: their parts, positions, and a valid SVG. */
import { describe, expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import {
  buildInformationFlow,
  type DiagramOptions,
  diagramOf,
  factsOfNotebook,
  MOST_ARROWS,
  type PlacedDiagram,
  placeDiagram,
  placeInColumn,
  setUpCells,
  svgOf,
} from '../../slicer/index.ts';

const library = shippedLibrary();

function diagram(texts: readonly string[], options: Partial<DiagramOptions> = {}, closed = false) {
  const cells = texts.map((source, i) => ({ cell: String(i + 1), source }));
  const graph = buildInformationFlow(factsOfNotebook(cells, library), 'resolved', closed);
  const sources = new Map(cells.map(({ cell, source }) => [cell, source]));
  return diagramOf(graph, { view: 'cells', name: null, sources, ...options });
}

const arrowsOf = (...args: Parameters<typeof diagram>) =>
  diagram(...args).arrows.map(
    ({ from, to, labels, certain }) => `${from} ${labels.join('+')}${certain ? '' : '?'} ${to}`,
  );

const TEXTS = ['a = [1]\nb = 2', 'c = sum(a) + b', 'if b: a.append(c)', 'print(a)'];

describe('a diagram', () => {
  test('has an arrow for all that one cell gives another', () => {
    expect(arrowsOf(TEXTS)).toEqual(['1 a+b 2', '1 b+a 3', '2 c? 3', '3 a? 4']);
  });

  test('of a closed graph leads through other cells', () => {
    expect(arrowsOf(TEXTS, {}, true)).toContain('1 ? 4');
  });

  test('of one name has the cells that it goes through', () => {
    const { nodes, arrows } = diagram(TEXTS, { name: 'c' });
    expect([nodes.map(({ id }) => id), arrows.length]).toEqual([['2', '3'], 1]);
  });

  test('of names says in which cell one becomes another', () => {
    expect(arrowsOf(TEXTS, { view: 'names' })).toEqual([
      'a cell 2 c',
      'b cell 2 c',
      'b cell 3 a',
      'c cell 3? a',
    ]);
    expect(arrowsOf(TEXTS, { view: 'names', name: 'b' })).toEqual(['b cell 2 c', 'b cell 3 a']);
  });

  test('calls cells by what they do', () => {
    const labels = diagram(['# load\nimport re\n%time x = 1\ny = 2', '#']).nodes.map(({ label }) => label);
    expect(labels).toEqual(['cell 1: y = 2', 'cell 2: #']);
  });

  test('leaves out empty cells, which count all the same', () => {
    const { nodes, arrows } = diagram(['', 'a = 1', ' \n', 'print(a)']);
    expect(nodes.map(({ label }) => label)).toEqual(['cell 2: a = 1', 'cell 4: print(a)']);
    expect(arrows.map(({ from, to }) => [from, to])).toEqual([['2', '4']]);
  });
});

function overlaps({ stacks }: PlacedDiagram): number {
  let found = 0;
  for (const a of stacks) {
    for (const b of stacks) {
      const across = a.x < b.x + b.width && b.x < a.x + a.width;
      if (a !== b && across && a.y < b.y + b.height && b.y < a.y + a.height) found += 1;
    }
  }
  return found;
}

describe('a placed diagram', () => {
  const long = Array.from({ length: 80 }, (_, i) =>
    i === 0 ? 'd = {}' : i % 3 === 0 ? `d[${i}] = ${i}` : i % 7 === 0 ? `x${i} = len(d)` : 'print(d)',
  );

  test('puts cells that look at the same together', () => {
    const { stacks, arrows } = placeDiagram(diagram(['a = 1', ...Array(6).fill('print(a)'), 'b = a', 'b']))!;
    expect(stacks.map(({ rows }) => rows.length)).toEqual([1, 6, 1, 1]);
    expect(arrows.map(({ why }) => why.length)).toEqual([6, 1, 1]);
  });

  test('of 80 cells has no boxes over one another, and all inside', () => {
    const placed = placeDiagram(diagram([...long, 'import re']))!;
    expect(overlaps(placed)).toBe(0);
    const cells = placed.stacks.flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(new Set(cells).size).toBe(81);
    for (const { x, y, width, height } of placed.stacks) {
      expect(Math.min(x, y, placed.width - x - width, placed.height - y - height)).toBeGreaterThanOrEqual(0);
    }
  });

  test('of many cells is a column in the order of the page, with bows at its left, without those of imports', () => {
    const texts = ['import re\nre.purge()', 'a = re', 'b = a', 'c = a + b', 're.x = 1\nimport os', 'c'];
    const aside = setUpCells(new Map(texts.map((source, at) => [String(at + 1), source])));
    expect([...aside]).toEqual(['1', '5']);
    const { stacks, arrows, width } = placeInColumn(diagram(texts), aside);
    expect(stacks.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(new Set(stacks.map(({ x }) => x)).size).toBe(1);
    expect(arrows.map(({ from, to }) => `${from} ${to}`)).toEqual(['2 3', '2 4', '3 4', '4 6']);
    for (const { path } of arrows) {
      const [start, bend] = path.match(/[\d.]+(?=,)/g)!.map(Number);
      expect(bend).toBeLessThan(start!);
      expect(bend).toBeGreaterThanOrEqual(0);
    }
    expect(width).toBeLessThan(520);
  });

  test('is none where there is too much', () => {
    const names = Array.from({ length: 60 }, (_, i) => `x${i}`);
    const all = [...names.map((name) => `${name} = 1`), ...Array(40).fill(`y = [${names.join(', ')}]`)];
    expect(diagram(all).arrows.length).toBeGreaterThan(MOST_ARROWS);
    expect(placeDiagram(diagram(all))).toBeNull();
  });

  test('is an SVG whatever the texts are', () => {
    const texts = ['x = "<b> & \u0000 ]]>"  # "', 'print(x, "é")', '', '__proto__ = x'];
    const svg = svgOf(placeDiagram(diagram(texts))!, 'a <title>');
    expect(svg).toContain('&lt;b&gt; &amp; � ]]&gt;');
    expect(svg.match(/<g\b/g)).toHaveLength(svg.match(/<\/g>/g)!.length);
    expect(svgOf(placeDiagram(diagram([]))!, '')).toContain('</svg>');
  });
});
