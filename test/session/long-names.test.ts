/** Notebooks with names as long as the file system allows: they have logs, and each its own. */

import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keptAnswersOf } from '../../runtime/live/index.ts';
import { SessionLog, sessionLogOf } from '../../runtime/live/log/session-log.ts';
import { wholeOutputOf } from '../../runtime/live/log/whole-outputs.ts';
import { makeFolder, notebookText } from '../cli/sluice.ts';

const folder = makeFolder();
afterAll(() => folder.remove());

const LONG = ['a'.repeat(249), `${'a'.repeat(248)}b`, '本'.repeat(83), '🐍'.repeat(62)];

test.each(LONG)('%s', (name) => {
  folder.write(`${name}.ipynb`, notebookText(['x = 1']));
  const notebook = join(folder.path, `${name}.ipynb`);
  const opened = SessionLog.open(notebook);
  expect(opened?.log.damaged).toBe(null);
  opened!.log.append({ type: 'restarted' } as never);
  expect(wholeOutputOf(notebook, 'c1')).not.toBe(null);
});

test('two names with the same beginning', () => {
  for (const of of [sessionLogOf, keptAnswersOf])
    expect(new Set(LONG.map((name) => of(join(folder.path, `${name}.ipynb`)))).size).toBe(LONG.length);
});
