/** `sluice run` beside what nbclient does: tags, errors, exits, limits and parameters, by the cases of `test/cases/running.jsonl`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folder, makeFolder, sluice } from './sluice.ts';

interface RunningCase {
  readonly name: string;
  readonly cells: readonly {
    readonly source: string;
    readonly tags?: readonly string[];
    readonly metadata?: object;
    /** What the cell had printed when the file was saved. */
    readonly stored?: string;
  }[];
  /** `FILES`: the folder with the files of the test. */
  readonly args?: readonly string[];
  readonly code: number;
  /** The output of each code cell in the saved file: standard output, and the name of an error. Null: nothing is saved. */
  readonly shows: readonly string[] | null;
  /** Parts of standard error. */
  readonly says?: readonly string[];
  /** The place and text of the cell that parameters came in. */
  readonly injected?: readonly [number, string];
}

interface SavedCell {
  readonly source: string | readonly string[];
  readonly metadata: { readonly tags?: readonly string[] };
  readonly outputs: readonly {
    readonly name?: string;
    readonly text?: string | readonly string[];
    readonly ename?: string;
  }[];
}

const CASES = readFileSync(new URL('../cases/running.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as RunningCase);

const T = 120_000;
let folder: Folder;
beforeAll(() => {
  folder = makeFolder({
    'parameters.json': '{"a": 12345678901234567890, "b": [1, null], "c": {"k": true}, "d": 0.1}',
    'list.json': '[1]',
    'parameters.yaml':
      '# of a report\nn: 12345678901234567890\nrate: 1.0\nday: 2024-01-02\nfull: yes\nparts: [north, ~, {k: off}]\ntext: |\n  two\n  lines\n',
    'wrong.yaml': 'a: 1\nb: [1\n',
    'empty.yaml': '# nothing\n',
    'endless.yaml': 'a: &a [*a]\n',
  });
});
afterAll(() => folder.remove());

function textOf({ cells }: RunningCase): string {
  const written = cells.map(({ source, tags, metadata, stored }, at) => ({
    cell_type: 'code',
    execution_count: null,
    id: `id-${at}`,
    metadata: metadata ?? (tags === undefined ? {} : { tags }),
    outputs: stored === undefined ? [] : [{ name: 'stdout', output_type: 'stream', text: [stored] }],
    source: [source],
  }));
  const metadata = { language_info: { name: 'python' } };
  return JSON.stringify({ cells: written, metadata, nbformat: 4, nbformat_minor: 5 });
}

function joined(text: string | readonly string[] = ''): string {
  return typeof text === 'string' ? text : text.join('');
}

function shownBy(outputs: SavedCell['outputs']): string {
  return outputs.map(({ ename, name, text }) => ename ?? (name === 'stdout' ? joined(text) : '')).join('');
}

describe('sluice run', () => {
  test.each(CASES)(
    '$name',
    async (each) => {
      const at = CASES.indexOf(each);
      const file = folder.write(`${at}.ipynb`, textOf(each));
      const out = join(folder.path, `${at}.out.ipynb`);
      const args = (each.args ?? []).map((arg) => arg.replace('FILES', folder.path));
      const { code, stderr } = await sluice(['run', file, '-o', out, ...args]);
      for (const part of each.says ?? []) expect(stderr).toContain(part);
      expect({ code, stderr }).toMatchObject({ code: each.code });
      if (each.shows === null) return;
      const { cells } = JSON.parse(readFileSync(out, 'utf8')) as { readonly cells: readonly SavedCell[] };
      const shown = cells.map(({ outputs }) => shownBy(outputs));
      expect(shown).toEqual(each.shows);
      if (each.injected === undefined) return;
      const [place, source] = each.injected;
      const { metadata, source: text } = cells[place]!;
      expect([joined(text), metadata.tags]).toEqual([source, ['injected-parameters']]);
    },
    T,
  );
});
