/** The report formats over all cases: SARIF fits its schema, places lie within the file, an annotation has one line. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv from 'ajv-draft-04';
import { expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import {
  checkedNotebook,
  githubFormat,
  jsonFormat,
  type LocatedFinding,
  locateFindings,
  NOWHERE,
  sarifFormat,
  textFormat,
} from '../../runtime/checking/index.ts';
import { parseNotebook } from '../../runtime/documents/index.ts';
import { checkNotebook } from '../../slicer/index.ts';
import { notebookOf, ruleCases } from './cases.ts';

const CHOICE = { select: null, ignore: [], phase: 'share' } as const;
const SUMMARY = {
  notebooks: 1,
  skipped: 0,
  unreadable: 1,
  errors: 0,
  warnings: 0,
  infos: 0,
  fixed: 0,
  known: 0,
  ms: 1,
};
const UNREADABLE = { file: 'broken.ipynb', message: 'broken.ipynb is not valid JSON: line 1, column 1' };

const everything: LocatedFinding[] = [...ruleCases().values()]
  .flat()
  .flatMap((each) =>
    locateFindings('a folder/ä,b.ipynb', checkNotebook(notebookOf(each), CHOICE, shippedLibrary()), null),
  );

test('SARIF is valid by its schema', () => {
  const require = createRequire(import.meta.url);
  const schemaPath = require
    .resolve('@microsoft/jest-sarif')
    .replace(/index\.js$/, 'schemas/sarif-2.1.0-rtm.5.json');
  const schema = JSON.parse(readFileSync(schemaPath, 'utf8')) as object;
  const ajv = new Ajv.default({
    strict: false,
    validateFormats: false,
    unicodeRegExp: false,
    allErrors: true,
  });
  const validate = ajv.compile(schema);
  const { located } = locate(NOTEBOOKS['one string']);
  for (const findings of [everything, [], located]) {
    const format = sarifFormat('1.2.3');
    const parts = [
      format.begin(),
      format.notebook('n.ipynb', findings),
      format.notebook('n.ipynb', findings.slice(0, 3)),
    ];
    const text = [...parts, format.unreadable(UNREADABLE), format.end(SUMMARY)].join('');
    const log = JSON.parse(text) as {
      runs: {
        results: { ruleId: string; ruleIndex: number }[];
        tool: { driver: { rules: { id: string }[] } };
      }[];
    };
    expect(validate(log), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
    const [run] = log.runs;
    for (const { ruleId, ruleIndex } of run!.results) {
      expect(run!.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    }
  }
});

const NOTEBOOKS = {
  'lines as a list': (source: string) => JSON.stringify(source.split(/(?<=\n)/)),
  'one string': (source: string) => JSON.stringify(source),
};

function locate(write: (source: string) => string): {
  readonly text: string;
  readonly located: LocatedFinding[];
} {
  const source = 'x = "é\\t\\u00e9 \\\\ \\""\n\ny = "→"; print(nowhere)\n';
  const cell = `{"cell_type": "code", "execution_count": null, "id": "a", "metadata": {}, "outputs": [],\n "source": ${write(source)}}`;
  const text = `{"cells": [\n${cell}\n], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}\n`;
  const notebook = parseNotebook(text, '/work/n.ipynb');
  const checked = checkNotebook(
    checkedNotebook(notebook, NOWHERE),
    {
      ...CHOICE,
      select: ['undefined-name'],
    },
    shippedLibrary(),
  );
  return { text, located: locateFindings('n.ipynb', checked, notebook) };
}

test.each(Object.entries(NOTEBOOKS))('a place in the file is where the text stands: %s', (_, write) => {
  const { text, located } = locate(write);
  expect(located).toHaveLength(1);
  const { region, inFile } = located[0]!;
  expect(region).toEqual({ line: 3, column: 16, endLine: 3, endColumn: 23 });
  const line = text.split('\n')[inFile!.line - 1]!;
  expect(line.slice(inFile!.column - 1, inFile!.endColumn - 1)).toBe('nowhere');
});

test('JSON has a line for each finding', () => {
  const lines = jsonFormat.notebook('n.ipynb', everything).trimEnd().split('\n');
  expect(lines).toHaveLength(everything.length);
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({ type: 'finding', file: 'a folder/ä,b.ipynb', confirmed: null });
  }
});

test('annotations are one line each, with their properties escaped', () => {
  const lines = githubFormat.notebook('n.ipynb', everything).trimEnd().split('\n');
  expect(lines).toHaveLength(everything.length);
  for (const line of lines) {
    expect(line).toMatch(/^::(?:error|warning|notice) file=a folder\/ä%2Cb\.ipynb,line=\d+[^:]*::./);
  }
});

test('the text has the line and a caret under the place', () => {
  const { located } = locate(NOTEBOOKS['lines as a list']);
  expect(textFormat({ verbose: false, showsForm: true, hint: '' }).notebook('n.ipynb', located)).toBe(
    `n.ipynb
  cell 1, line 3: error: undefined-name: no cell defines nowhere; define it in a cell above
     3 | y = "→"; print(nowhere)
       |                ^^^^^^^


`,
  );
});

const MARKED = [
  { languageId: 'sql', source: 'select * from nowhere', finds: [] },
  { languageId: 'shellscript', source: 'ls nowhere', finds: [] },
  // (VS Code marks magics with their language, and IPython runs them)
  { languageId: 'sql', source: '%timeit nowhere', finds: ['nowhere'] },
  { languageId: 'python', source: 'nowhere', finds: ['nowhere'] },
];

test.each(MARKED)('a cell that VS Code marks as $languageId: $source', ({ languageId, source, finds }) => {
  const cell = (id: string, text: string, metadata: object) => ({
    ...{ cell_type: 'code', execution_count: null, id, metadata, outputs: [], source: text },
  });
  const cells = [cell('a', source, { vscode: { languageId } }), cell('b', 'print(other)', {})];
  const text = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });
  const notebook = checkedNotebook(parseNotebook(text, '/work/n.ipynb'), NOWHERE);
  const { findings, facts } = checkNotebook(
    notebook,
    { ...CHOICE, select: ['undefined-name', 'syntax-error'] },
    shippedLibrary(),
  );
  const texts = findings.map(({ cell: id, at }) => {
    const own = notebook.cells.find((each) => each.id === id)!.source;
    return at === null ? '' : own.slice(at.from, at.to);
  });
  expect(texts).toEqual([...finds, 'other']);
  // the cell counts, so that the numbers of the others stay
  expect(facts.code.at(-1)!.index).toBe(2);
});
