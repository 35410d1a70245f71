/** The parameters that a page offers for a sweep, by the cases of `test/cases/documents/settable-parameters.jsonl`. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseNotebook, setParameters, settableParameters } from '../../runtime/documents/index.ts';
import { notebookText } from '../cli/sluice.ts';

interface SettableCase {
  readonly name: string;
  readonly cells: readonly string[];
  /** Name, value and cell of each. */
  readonly found: readonly string[];
}

const cases = readFileSync('test/cases/documents/settable-parameters.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as SettableCase);

test.each(cases)('$name', ({ cells, found }) => {
  const notebook = parseNotebook(notebookText(cells), 'x.ipynb');
  const parameters = settableParameters(notebook);
  expect(
    parameters.map(({ name, value, cell }) => (cell === null ? name : `${name} = ${value} (${cell})`)),
  ).toEqual(found);
  // each of them can be set
  for (const { name, value } of parameters)
    setParameters(notebook, [{ name, literal: value || '1', text: value || '1' }]);
});
