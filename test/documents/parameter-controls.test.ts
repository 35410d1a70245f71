/** Controls of parameters, from the text of the cell tagged `parameters`; and visitors' values as Python. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type ParameterControl,
  parameterControls,
  parameterOf,
  parseNotebook,
} from '../../runtime/documents/index.ts';

interface ControlCase {
  readonly name: string;
  readonly cell: string;
  /** The cell of parameters that were set earlier. */
  readonly injected?: string;
  /** Name, kind, value and help of each. */
  readonly controls: readonly string[];
}

const cases = readFileSync('test/cases/documents/parameter-controls.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as ControlCase);

test.each(cases)('$name', ({ cell, injected, controls }) => {
  const tagged = [
    [cell, 'parameters'],
    ...(injected === undefined ? [] : [[injected, 'injected-parameters']]),
  ];
  const cells = tagged.map(([source, tag]) => ({
    cell_type: 'code',
    metadata: { tags: [tag] },
    source,
    outputs: [],
    execution_count: null,
  }));
  const text = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 });
  const found = parameterControls(parseNotebook(text, 'x.ipynb'));
  expect(
    found.map(({ name, kind, value, help }) => `${name} ${kind} ${JSON.stringify(value)} ${help}`),
  ).toEqual(controls);
});

const control = (kind: ParameterControl['kind']): ParameterControl => ({
  name: 'a',
  kind,
  value: null,
  help: '',
});

test.each([
  ['text', 'x"\n; b', '"x\\"\\n; b"'],
  ['float', 3, '3.0'],
  ['float', 1e21, '1e+21'],
  ['whole', -3, '-3'],
  ['truth', false, 'False'],
  ['list', [1, [null, 'q']], '[1, [None, "q"]]'],
  ['any', null, 'None'],
] as const)('a %s takes %j as %s', (kind, value, literal) => {
  expect(parameterOf(control(kind), value)).toEqual({ name: 'a', literal });
});

test.each([
  ['text', 1],
  ['whole', 1.5],
  ['whole', '1'],
  ['float', null],
  ['truth', 1],
  ['list', [{ x: 1 }]],
  ['list', 'x'],
  ['any', { x: 1 }],
  ['text', 'x'.repeat(100_001)],
] as const)('a %s refuses a value of another kind (%#)', (kind, value) => {
  expect(() => parameterOf(control(kind), value)).toThrow(/^a is |too long/);
});
