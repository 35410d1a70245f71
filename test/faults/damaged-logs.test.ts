import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sessionLogOf } from '../../runtime/live/log/session-log.ts';
import { type Folder, makeFolder, notebookText } from '../cli/sluice.ts';
import { Choices } from '../generator/random.ts';
import { damagedLog, openDamaged } from './damaged-logs.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: Folder;
let notebook: string;

beforeAll(() => {
  folder = makeFolder({ 'book.ipynb': notebookText(['x = 1', 'y = x']) });
  notebook = join(folder.path, 'book.ipynb');
});
afterAll(() => folder.remove());

test('a notebook opens beside any log', async () => {
  const choices = new Choices(5);
  for (let n = 0; n < 150; n += 1) expect(await openDamaged(notebook, damagedLog(choices))).toEqual([]);
});

test('what is damaged is put aside, whole', async () => {
  const log = sessionLogOf(notebook);
  rmSync(join(log, '..'), { recursive: true });
  for (const text of ['{"type":"bogus"}\n', 'not JSON\n', '[]\n'])
    expect(await openDamaged(notebook, text)).toEqual([]);
  const aside = ['', '-2', '-3'].map((end) => readFileSync(`${log}.damaged${end}`, 'utf8'));
  expect(aside).toEqual(['{"type":"bogus"}\n', 'not JSON\n', '[]\n']);
});

test('a line that was cut off is no damage', async () => {
  const log = sessionLogOf(notebook);
  rmSync(join(log, '..'), { recursive: true });
  expect(
    await openDamaged(notebook, '{"type":"session","version":1,"process":999999999}\n{"type":"ce'),
  ).toEqual([]);
  expect(existsSync(`${log}.damaged`)).toBe(false);
});
