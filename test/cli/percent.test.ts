/** Percent files (`# %%`) wherever a notebook is taken, from outside. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Folder, makeFolder, sluice, sluiceJson, startSluice } from './sluice.ts';

const TEXT = `# %% [markdown]
# # Sums

# %% tags=["parameters"]
n = 3

# %%
# %matplotlib inline
total = sum(range(n))
unused = 1

# %%
print(total)
`;

const T = 120_000;
/** A kernel starts in its own time on a busy machine. */
const SOON = { timeout: 60_000 };
let folder: Folder;
let file: string;
beforeAll(() => {
  folder = makeFolder();
  file = folder.write('sums.py', TEXT);
});
afterAll(() => folder.remove());

test(
  'runs, with parameters, into an .ipynb; the file itself stays',
  async () => {
    const out = join(folder.path, 'out.ipynb');
    const { code, stderr } = await sluice(['run', file, '-p', 'n', '5', '-o', out]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const { cells } = JSON.parse(readFileSync(out, 'utf8')) as {
      cells: { source: string[]; outputs?: object[] }[];
    };
    expect(cells[2]!.source.join('')).toBe('# Parameters\nn = 5\n');
    expect(cells[3]!.source[0]).toBe('%matplotlib inline\n');
    expect(cells[4]!.outputs).toEqual([expect.objectContaining({ text: ['10\n'] })]);
    const plain = await sluice(['run', file]);
    expect(plain).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('keeps no outputs; -o OUT.ipynb saves them'),
    });
    expect(readFileSync(file, 'utf8')).toBe(TEXT);
  },
  T,
);

test(
  'is checked at the lines of the file, queried, replayed and gathered',
  async () => {
    const wrong = folder.write('wrong.py', TEXT.replace('print(total)', 'print(totl)'));
    const found = await sluice(['check', wrong, '--select', 'undefined-name', '--format', 'github']);
    expect(found.stdout).toMatch(/line=13,.*col=7/);
    const rows = await sluiceJson<{ source: string }>(['query', file, 'SELECT source FROM cells']);
    expect(rows).toHaveLength(4);
    const gathered = await sluice(['gather', file, '--cell', '3', '--level', 'statement', '--verify']);
    expect(gathered.code).toBe(0);
    expect(gathered.stdout).toContain('total = sum(range(n))');
    expect(gathered.stdout).not.toContain('unused');
  },
  T,
);

test(
  'is followed by watch: a new cell above leaves the others alone',
  async () => {
    const path = folder.write('watched.py', '# %%\nx = 1\n\n# %%\ny = 2\n\n# %%\nz = x\n');
    const { child, finished, stdout } = startSluice(['watch', path, '--json']);
    const settled = () =>
      stdout()
        .trimEnd()
        .split('\n')
        .flatMap((line) => {
          const json = line === '' ? null : (JSON.parse(line) as { type: string; ran?: string[] });
          return json?.type === 'settled' ? [json.ran!] : [];
        });
    try {
      await expect.poll(settled, SOON).toEqual([['cell-1', 'cell-2', 'cell-3']]);
      writeFileSync(path, '# %%\nw = 0\n\n# %%\nx = 1\n\n# %%\ny = 3\n\n# %%\nz = x\n');
      await expect.poll(settled, SOON).toHaveLength(2);
      expect(settled()[1]).toEqual(['cell-4', 'cell-2']);
    } finally {
      child.kill('SIGTERM');
      await finished;
    }
  },
  T,
);

test(
  'without cells is refused with one sentence',
  async () => {
    const plain = folder.write('plain.py', 'x = 1\n');
    for (const command of ['run', 'check', 'open', 'replay']) {
      const { code, stderr } = await sluice([command, plain]);
      expect(code).toBe(2);
      expect(stderr.trim()).toBe(
        `sluice: ${plain} has no cells: in the percent format, a line "# %%" begins each`,
      );
    }
  },
  T,
);
