/** The open string at the end of a text that is being typed, and the table that it may name a column of. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { pythonText, stringAt } from '../../slicer/index.ts';

interface StringCase {
  readonly name: string;
  readonly text: string;
  readonly string: string | null;
  readonly owner?: string | null;
  readonly key?: boolean;
}

const CASES = readFileSync(join(findPackageRoot(), 'test', 'cases', 'static', 'strings.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as StringCase);

it.each(CASES)('$name', ({ text, string, owner, key }) => {
  const found = stringAt(text, text.length);
  expect(found && { string: found.text, owner: found.owner, key: found.isKey }).toEqual(
    string === null ? null : { string, owner, key },
  );
});

test('commands become expressions of the same length', () => {
  for (const [source, plain] of [
    ['%matplotlib inline\nx = 1', /^0 +\nx = 1$/],
    ['files = !ls', /^files = 0 *$/],
    ['%%bash\nls', /^\s*$/],
    ['print("%d" % 2)', /^print\("%d" % 2\)$/],
  ] as const) {
    expect(pythonText(source)).toMatch(plain);
    expect(pythonText(source)).toHaveLength(source.length);
  }
});
