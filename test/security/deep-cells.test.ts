/** Cells nested too deep to follow: the report calls them no Python, and checks the other notebooks. */

import { expect, test } from 'vitest';
import { makeFolder, notebookText, sluice } from '../cli/sluice.ts';

const MANY = 30_000;

const DEEP: Readonly<Record<string, string>> = {
  parentheses: `x = ${'('.repeat(MANY)}1${')'.repeat(MANY)}`,
  lists: `x = ${'['.repeat(MANY)}${']'.repeat(MANY)}`,
  'lists that are not closed': `x = ${'['.repeat(MANY)}`,
  signs: `x = ${'-'.repeat(MANY)}1`,
  negations: `x = ${'not '.repeat(MANY)}1`,
  sums: `x = ${'y + '.repeat(2 * MANY)}1`,
  calls: `x = y${'.f()'.repeat(MANY)}`,
  'calls in calls': `x = ${'f('.repeat(MANY)}1${')'.repeat(MANY)}`,
  lambdas: `x = ${'lambda: '.repeat(MANY)}1`,
  conditions: `x = ${'1 if y else '.repeat(MANY)}1`,
  blocks: Array.from({ length: 2_000 }, (_, at) => `${' '.repeat(at)}if x:`).join('\n'),
};

test.each(Object.keys(DEEP))(
  '%s',
  async (name) => {
    const folder = makeFolder({
      'deep.ipynb': notebookText([DEEP[name]!]),
      'other.ipynb': notebookText(['print(lost)']),
    });
    try {
      const { stdout, stderr } = await sluice(['check', folder.path]);
      expect(stderr).not.toContain('bug');
      expect(stdout).toContain('lost');
    } finally {
      folder.remove();
    }
  },
  120_000,
);
