import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Folder, makeFolder } from '../cli/sluice.ts';
import { Choices } from '../generator/random.ts';
import { readDamaged } from './damaged-files.ts';
import { readDamagedHistory, soundHistory } from './damaged-histories.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: Folder;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

test('notebooks and session files that are damaged are refused in one line, or read', async () => {
  const choices = new Choices(3);
  for (let n = 0; n < 500; n += 1) expect(await readDamaged(folder.path, choices)).toEqual([]);
});

test('histories that are damaged are refused in one line, or read', async () => {
  const choices = new Choices(5);
  const sound = soundHistory(folder.path);
  for (let n = 0; n < 40; n += 1) expect(await readDamagedHistory(folder.path, sound, choices)).toEqual([]);
});
