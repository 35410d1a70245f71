/** Settings of the checks: their effect on a file, and the places of mistakes. */

import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ignoredFor, isExcluded, SettingsFinder } from '../../runtime/checking/index.ts';
import { type Folder, makeFolder } from '../cli/sluice.ts';

let folder: Folder | null = null;
afterEach(() => folder?.remove());

test.each([
  [
    '[tool.sluice]\nignor = ["c1"]',
    'pyproject.toml',
    ':2:1: there is no setting ignor; did you mean "ignore"?',
  ],
  ['ignore = ["c1", "c9"]', 'sluice.toml', ':1:17: there is no rule c9'],
  ['\nphase = "later"', 'sluice.toml', ':2:9: phase is "explore", "review" or "share"'],
  ['select = "c1"', 'sluice.toml', ':1:10: this has to be a list of strings'],
  ['select = ["c1", 2]', 'sluice.toml', ':1:17: this has to be a string'],
  ['[per-file-ignores]\n"*.ipynb" = ["zz"]', 'sluice.toml', ':2:14: there is no rule zz'],
  [
    '[tool.sluice]\nignore = ["c1"]',
    'sluice.toml',
    ':2:1: here settings stand at the top, without [tool.sluice]',
  ],
  ['ignore = [\n', 'sluice.toml', ':2:'],
  ['ignore = "c1" x', 'sluice.toml', ':1:15: '],
])('a mistake has line and column: %j', (text, name, says) => {
  folder = makeFolder({ [name]: text });
  const { path } = folder;
  expect(() => new SettingsFinder().settingsFor(path)).toThrow(`${join(path, name)}${says}`);
});

test('the nearest file counts, above or beside; patterns are relative to it', () => {
  folder = makeFolder({
    'pyproject.toml': `[tool.sluice]
ignore = ["c"]
exclude = ["old", "*.tmp.ipynb"]
phase = "explore"
per-file-ignores = { "drafts/**" = ["t2"], "Untitled*" = ["h4"] }
`,
    'own/sluice.toml': 'select = ["h"]\n',
    'own/pyproject.toml': '[tool.other]\nx = 1\n',
  });
  const { path } = folder;
  const finder = new SettingsFinder();
  const settings = finder.settingsFor(join(path, 'drafts', 'deep'));
  expect(settings).toMatchObject({ phase: 'explore', select: null });
  const ignored = (name: string) => ignoredFor(settings, join(path, name));
  expect(ignored('drafts/deep/a.ipynb')).toEqual(['c', 't2']);
  expect(ignored('drafts/Untitled1.ipynb')).toEqual(['c', 't2', 'h4']);
  expect(ignored('a.ipynb')).toEqual(['c']);
  const excluded = (name: string) => isExcluded(settings, join(path, name));
  expect(excluded('old/deep/a.ipynb')).toBe(true);
  expect(excluded('b/a.tmp.ipynb')).toBe(true);
  expect(excluded('a.ipynb')).toBe(false);
  expect(finder.settingsFor(join(path, 'own', 'sub'))).toMatchObject({ select: ['h'], ignore: [] });
});

test('a pyproject.toml that is not about Sluice may be as it likes', () => {
  folder = makeFolder({ 'pyproject.toml': 'this is = = no TOML' });
  expect(new SettingsFinder().settingsFor(folder.path)).toBeNull();
});
