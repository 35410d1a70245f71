import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type JsonNode,
  type Output,
  parseJson,
  parseNotebook,
  serializeNotebook,
  toValue,
  withOutputs,
} from '../../runtime/documents/index.ts';

const RUNS = { numRuns: 150, seed: 20240501 };

/** Numbers as other writers spell them, which no JavaScript number would be written as. */
const SPELLINGS = ['1.0', '1e400', 'NaN', '-Infinity', '1E+2', '12345678901234567890', '-0.0'];

const anyText = fc.string({ unit: 'binary', maxLength: 12 });
const jsonValue = fc.jsonValue({ maxDepth: 2 });
const spelled = fc.constantFrom(...SPELLINGS).map((spelling) => `@@${spelling}@@`);
const metadata = fc.dictionary(anyText, fc.oneof(jsonValue, spelled), { maxKeys: 3 });

const output: fc.Arbitrary<Output> = fc.oneof(
  fc.record({
    output_type: fc.constant('stream' as const),
    name: fc.constantFrom('stdout', 'stderr'),
    text: anyText,
  }),
  fc.record({
    output_type: fc.constant('execute_result' as const),
    data: fc.dictionary(fc.constantFrom('text/plain', 'text/html', 'image/png'), anyText) as fc.Arbitrary<{
      [type: string]: string;
    }>,
    metadata: fc.constant({}),
    execution_count: fc.option(fc.nat()),
  }),
  fc.record({
    output_type: fc.constant('error' as const),
    ename: anyText,
    evalue: anyText,
    traceback: fc.array(anyText, { maxLength: 2 }),
  }),
);

const cell = fc.record({
  cell_type: fc.constantFrom('code', 'code', 'markdown'),
  metadata,
  source: fc.oneof(anyText, fc.array(anyText, { maxLength: 3 })),
  execution_count: fc.option(fc.nat()),
  outputs: fc.array(output, { maxLength: 2 }),
});

const layout = fc.record({
  indent: fc.constantFrom<(string | number | undefined)[]>(undefined, 1, 2, '\t'),
  newline: fc.constantFrom('\n', '\r\n'),
  ascii: fc.boolean(),
  end: fc.constantFrom('', '\n', '\r\n\n'),
});

/** The text of a notebook, written without the code under test. */
const notebookText = fc
  .record({ cells: fc.array(cell, { minLength: 1, maxLength: 5 }), metadata, minor: fc.nat(5), layout })
  .map(({ cells, metadata, minor, layout: { indent, newline, ascii, end } }) => {
    const named = minor < 5 ? cells : cells.map((cell, i) => ({ id: `id${i}`, ...cell }));
    let text = JSON.stringify({ cells: named, metadata, nbformat: 4, nbformat_minor: minor }, null, indent);
    text = text.replace(/"@@(.*?)@@"/g, '$1').replaceAll('\n', newline);
    const escaped = text.replace(
      /[\u0080-\uffff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    return (ascii ? escaped : text) + end;
  });

function cellNodes(text: string): readonly JsonNode[] {
  const parse = parseJson(text);
  const root = parse.type === 'parsed' ? parse.root : null;
  const cells = root?.type === 'object' ? root.members.find(({ key }) => key === 'cells')?.value : null;
  return cells?.type === 'array' ? cells.items : [];
}

const slice = (text: string) => (node: JsonNode) => text.slice(node.start, node.end);

test('parsed and written unchanged: the same bytes', () => {
  fc.assert(
    fc.property(notebookText, (text) => {
      expect(serializeNotebook(parseNotebook(text, 'x'))).toBe(text);
    }),
    RUNS,
  );
});

test('one cell changed: every other byte is the same, the new outputs read back, and undoing restores all', () => {
  fc.assert(
    fc.property(notebookText, fc.array(output, { maxLength: 3 }), fc.nat(), (text, outputs, count) => {
      const notebook = parseNotebook(text, 'x');
      const index = notebook.cells.findIndex(({ type }) => type === 'code');
      const old = notebook.cells[index];
      if (old?.type !== 'code') return;
      const changed = withOutputs(notebook, old.id, outputs, count);
      const written = serializeNotebook(changed);
      const [before, after] = [cellNodes(text), cellNodes(written)];
      expect(after.map(slice(written)).toSpliced(index, 1)).toEqual(
        before.map(slice(text)).toSpliced(index, 1),
      );
      expect(written.slice(0, after[0]!.start)).toBe(text.slice(0, before[0]!.start));
      expect(written.slice(after.at(-1)!.end)).toBe(text.slice(before.at(-1)!.end));
      expect(parseNotebook(written, 'x').cells[index]).toEqual({ ...old, outputs, executionCount: count });
      expect(serializeNotebook(withOutputs(changed, old.id, old.outputs, old.executionCount))).toBe(text);
    }),
    RUNS,
  );
});

test('one text edited: every byte outside of it is the same, it reads back, and undoing restores all', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'b', '\n', '\r\n', '\u2028', '"', '😀', 'é', '\\'),
    maxLength: 8,
  });
  const pieces = fc.oneof(letters, fc.array(letters, { maxLength: 4 }));
  const edit = fc.record({ from: fc.nat(20), gone: fc.nat(6), by: letters });
  const property = fc.property(
    notebookText,
    pieces,
    edit,
    layout,
    (text, source, { from, gone, by }, { indent }) => {
      const written = JSON.stringify(source, null, indent);
      const head = `{"nbformat":4,"nbformat_minor":2,"cells":[{"cell_type":"raw","source":`;
      const file = `${head}${written},"x":1.0}],"other":${text.trim()}}`;
      const notebook = parseNotebook(file, 'x');
      const cell = notebook.cells[0]!;
      const changed = cell.source.slice(0, from) + by + cell.source.slice(from + gone);
      // half of a sign is none
      fc.pre(!/\p{Cs}/u.test(changed));
      const saved = serializeNotebook({ ...notebook, cells: [{ ...cell, source: changed }] });
      expect(saved.startsWith(head)).toBe(true);
      expect(saved.endsWith(file.slice(head.length + written.length))).toBe(true);
      const again = parseNotebook(saved, 'x');
      expect(again.cells[0]!.source).toBe(changed);
      expect(Array.isArray(JSON.parse(saved.replace(/,"other":.*/s, '}')).cells[0].source)).toBe(
        Array.isArray(source),
      );
      expect(serializeNotebook({ ...notebook, cells: [{ ...cell }] })).toBe(file);
    },
  );
  fc.assert(property, { numRuns: 1000, seed: 20261128 });
});

test('metadata changed: it reads back, values that stay keep their spelling, and undoing restores all', () => {
  const values = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), jsonValue, { maxKeys: 3 });
  const property = fc.property(values, values, layout, (before, after, { indent }) => {
    const meta = JSON.stringify({ ...before, kept: { n: '@@' } }, null, indent).replace('"@@"', '1.0e5');
    const file = `{"cells":[{"cell_type":"raw","metadata":${meta},"source":"x"}],"metadata":${meta},"nbformat":4}`;
    const notebook = parseNotebook(file, 'x');
    const cell = notebook.cells[0]!;
    const metadata = { ...after, kept: { n: 1e5 } };
    const saved = serializeNotebook({ ...notebook, metadata, cells: [{ ...cell, metadata }] });
    const again = parseNotebook(saved, 'x');
    expect([again.metadata, again.cells[0]!.metadata]).toEqual([metadata, metadata]);
    expect(saved.split('1.0e5')).toHaveLength(3);
    expect(saved).toContain('"source":"x"');
    const undone = {
      ...notebook,
      metadata: { ...notebook.metadata },
      cells: [{ ...cell, metadata: { ...cell.metadata } }],
    };
    expect(serializeNotebook(undone)).toBe(file);
  });
  fc.assert(property, { numRuns: 500, seed: 20261128 });
});

test('the parser agrees with JSON.parse, on valid and on damaged text', () => {
  const damaged = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', '\\', '0'))
    .map(([json, at, by]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + by + json.slice(place + 1);
    });
  fc.assert(
    fc.property(fc.oneof(fc.json(), damaged), (text) => {
      let expected: { value: unknown } | null = null;
      try {
        expected = { value: JSON.parse(text) };
      } catch {
        // invalid for both
      }
      const parse = parseJson(text);
      expect(parse.type === 'parsed' ? { value: toValue(parse.root) } : null).toEqual(expected);
    }),
    { numRuns: 500, seed: 7 },
  );
});
