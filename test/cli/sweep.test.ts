/** `sluice sweep` from outside: values, cells, failures, files of results, and bad input. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folder, makeFolder, notebookText, sluice, sluiceJson, startSluice } from './sluice.ts';

interface Point {
  readonly type: 'point';
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly value: string | null;
  readonly cells_run: number;
  readonly cells_full: number;
  readonly error: string | null;
}

interface Summary {
  readonly type: 'summary';
  readonly points: number;
  readonly failed: number;
  readonly known: number;
  readonly cells_run: number;
  readonly cells_full: number;
}

const T = 180_000;
let folder: Folder;
let file: string;
beforeAll(() => {
  folder = makeFolder();
  file = folder.write(
    'n.ipynb',
    notebookText([
      'base = 10\nrate = 0.5\nparts = []',
      'scaled = base * 2',
      'parts.append(scaled * rate)\nopen("out.txt", "a").write("x")',
      'unrelated = sum(range(10))',
      'if rate > 2:\n    raise ValueError("too high")\ntotal = sum(parts) + rate',
      'import os\nif rate < 0:\n    os._exit(3)\ntotal',
    ]),
  );
});
afterAll(() => folder.remove());

async function swept(...args: string[]): Promise<{ points: Point[]; summary: Summary }> {
  const lines = await sluiceJson<Point | Summary>(['sweep', file, ...args]);
  return { points: lines.slice(0, -1) as Point[], summary: lines.at(-1) as Summary };
}

describe('sluice sweep', () => {
  test(
    'gives the values of full runs, and runs the dependent cells only',
    async () => {
      const before = readFileSync(file, 'utf8');
      const { points, summary } = await swept('-p', 'rate=0.5,1,2', '-p', 'base=10,20', '--collect', 'total');
      const found = points.map(({ parameters, value }) => [parameters.rate, parameters.base, Number(value)]);
      for (const [rate, base, value] of found)
        expect(value).toBe(Number(base) * 2 * Number(rate) + Number(rate));
      expect(new Set(found.map(([rate, base]) => `${rate} ${base}`)).size).toBe(6);
      expect(points[0]).toMatchObject({ cells_run: 6, cells_full: 6 });
      for (const { cells_run: ran } of points.slice(1)) expect(ran).toBeLessThan(6);
      expect(summary).toMatchObject({ points: 6, failed: 0, known: 0, cells_full: 36 });
      expect(readFileSync(file, 'utf8')).toBe(before);
      expect(existsSync(join(folder.path, 'out.txt'))).toBe(false);
    },
    T,
  );

  test(
    'goes on after a combination that fails, and after one that kills the kernel',
    async () => {
      const { stdout, code } = await sluice([
        'sweep',
        file,
        '-p',
        'rate=1,3,-1,2',
        '--collect',
        'total',
        '--json',
      ]);
      const lines = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Point);
      const [one, three, minus, two, summary] = lines;
      expect([one!.value, two!.value]).toEqual(['21.0', '42.0']);
      expect(three).toMatchObject({ value: null, error: 'cell 5 failed: ValueError: too high' });
      expect(minus!.error).toMatch(/^the kernel died in cell 6: /);
      expect([code, summary]).toEqual([1, expect.objectContaining({ type: 'summary', failed: 2 })]);
    },
    T,
  );

  test(
    'goes on where a killed sweep was, in several jobs, and writes a report',
    async () => {
      const slow = folder.write(
        'slow.ipynb',
        notebookText([
          'import matplotlib.pyplot as plt, time\nk = 1',
          'time.sleep(1)\nr = {"twice": k * 2, "name": "x"}',
          'plt.plot([0, k])\nplt.show()',
        ]),
      );
      const [out, report] = [join(folder.path, 'r.jsonl'), join(folder.path, 'r.html')];
      const args = ['sweep', slow, '-p', 'k=1,2,3,4,5,6', '--collect', 'r', '-o', out];
      const { child, finished } = startSluice(args);
      const linesOf = () => (existsSync(out) ? readFileSync(out, 'utf8').split('\n').length - 1 : 0);
      while (linesOf() < 2) await sleep(100);
      child.kill('SIGKILL');
      await finished;
      const kept = linesOf();
      const { code, stderr, stdout } = await sluice([...args, '--jobs', '2', '--report', report]);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stderr).toContain(`${kept} combinations in ${out} already`);
      expect(stdout.match(/^k=/gm)).toHaveLength(6 - kept);
      expect(linesOf()).toBe(6);
      const page = readFileSync(report, 'utf8');
      expect(page.match(/<img /g)).toHaveLength(6);
      expect(page).toContain('<svg role="img" aria-label="twice by k"');
      const table = readFileSync(join(folder.path, 'r.csv'), 'utf8').split('\r\n');
      expect(table[0]).toBe('k,r,twice,cells_run,cells_full,ms,error');
      expect(table[3]).toMatch(/^3,"?\{'twice': 6, 'name': 'x'\}"?,6,/);
      const other = await sluice(['sweep', slow, '-p', 'k=1', '--collect', 'r["twice"]', '-o', out]);
      expect(other).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('has results with other options'),
      });
    },
    T,
  );
});
