/** `sluice export` from outside: each form, and what must not get out of outputs. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../runtime/export/index.ts';
import { findTestPython } from '../static/python.ts';
import { type Folder, makeFolder, sluice } from './sluice.ts';

const T = 180_000;
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const shown = (data: object) => ({ output_type: 'display_data', data, metadata: {} });
const code = (id: string, source: string, outputs: object[] = [], metadata: object = {}) => ({
  cell_type: 'code',
  id,
  execution_count: 3,
  metadata,
  outputs,
  source,
});
const text = (id: string, source: string) => ({ cell_type: 'markdown', id, metadata: {}, source });

const NOTEBOOK = {
  cells: [
    text(
      't',
      '# Title\n\n<script>alert(1)</script>\n\n<b onclick="alert(2)">bold</b> and $x^2$ ![p](pic.png)',
    ),
    code('a', 'import os\nvalue = 6 * 7\nvalue', [
      { output_type: 'execute_result', data: { 'text/plain': '42' }, metadata: {}, execution_count: 3 },
    ]),
    code(
      'b',
      '%matplotlib inline\nprint("<i>")',
      [{ output_type: 'stream', name: 'stdout', text: '<i>\u001b[31mred\u001b[0m' }],
      { tags: ['keep'], ExecuteTime: { x: 1 } },
    ),
    code('c', 'show()', [
      shown({ 'image/png': PNG, 'text/plain': 'figure' }),
      shown({ 'text/html': '<p onmouseover="x()">plain</p><img src="https://example.org/spy.png">' }),
      shown({ 'text/html': '<div>chart</div><script>draw()</script>' }),
      shown({ 'text/html': '<table border="1" class="dataframe"><tr><td>1</td></tr></table>' }),
    ]),
  ],
  metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
  nbformat: 4,
  nbformat_minor: 5,
};

let folder: Folder;
let file: string;
beforeAll(() => {
  folder = makeFolder();
  file = folder.write('n.ipynb', JSON.stringify(NOTEBOOK));
  folder.write('pic.png', Buffer.from(PNG, 'base64'));
});
afterAll(() => folder.remove());

async function exported(to: string, ...args: string[]): Promise<string> {
  const { code: end, stdout, stderr } = await sluice(['export', file, '--to', to, ...args]);
  expect({ end, stderr }).toMatchObject({ end: 0 });
  return stdout;
}

describe('sluice export', () => {
  test(
    'writes one page, in which nothing of the notebook runs outside of frames',
    async () => {
      const page = await exported('html');
      const parts = [
        '<h1 id="Title">Title</h1>',
        '<math',
        `<img src="data:image/png;base64,${PNG}" alt="p"`,
        `<img class="image" alt="figure"  src="data:image/png;base64,${PNG}">`,
        '&lt;i&gt;<span class="ansi-red-fg">red</span>',
        '<iframe class="paper" title="Output with scripts" sandbox="allow-scripts" srcdoc="',
        "default-src 'none'",
      ];
      // (the page itself would be a long message)
      expect(parts.filter((part) => !page.includes(part))).toEqual([]);
      const outside = page
        .replace(/srcdoc="[^"]*"/g, '')
        .replace(/<script>[\s\S]*?<\/script>\s*<\/body>/, '');
      expect(/<script|onclick|onmouseover|example\.org/.exec(outside)).toBe(null);
      const folded = await exported('html', '--code', 'folded');
      expect(folded.match(/<details>/g)).toHaveLength(3);
      expect((await exported('html', '--code', 'hidden')).includes('class="code"')).toBe(false);
    },
    T,
  );

  test(
    'writes Markdown with pictures beside it, or within',
    async () => {
      const out = join(folder.path, 'm.md');
      await exported('md', '-o', out);
      const markdown = readFileSync(out, 'utf8');
      expect(markdown).toContain('```python\nimport os\nvalue = 6 * 7\nvalue\n```\n\n```\n42\n```');
      expect(markdown).toContain('![cell-3-1.png](m_files/cell-3-1.png)');
      expect(markdown).toContain('<i>red');
      expect(existsSync(join(folder.path, 'm_files', 'cell-3-1.png'))).toBe(true);
      expect(await exported('md')).toContain(`(data:image/png;base64,${PNG})`);
    },
    T,
  );

  test(
    'writes Python: plain, and in the percent format',
    async () => {
      const plain = await exported('py');
      expect(plain).toContain('# # Title\n');
      expect(plain).toContain('value = 6 * 7');
      expect(plain).not.toContain('%matplotlib');
      const script = folder.write('plain.py', plain.replace('show()', ''));
      expect(execFileSync(findTestPython()!, [script], { encoding: 'utf8' })).toBe('<i>\n');
      const percent = await exported('percent');
      expect(percent).toMatch(/^# ---\n# jupyter:\n# {3}jupytext:/);
      expect(percent).toContain('# %% tags=["keep"]\n# %matplotlib inline\nprint("<i>")\n');
      const again = folder.write('again.py', percent);
      const clean = await sluice(['export', again, '--to', 'ipynb']);
      const { cells } = JSON.parse(clean.stdout) as { cells: { source: string[] }[] };
      expect(cells[2]!.source.join('')).toBe('%matplotlib inline\nprint("<i>")');
    },
    T,
  );

  test(
    'writes a clean notebook',
    async () => {
      const { cells, metadata } = JSON.parse(await exported('ipynb')) as typeof NOTEBOOK;
      expect(metadata).toEqual(NOTEBOOK.metadata);
      expect(cells[2]).toMatchObject({
        id: 'b',
        execution_count: null,
        outputs: [],
        metadata: { tags: ['keep'] },
      });
      expect(cells[2]!.metadata).not.toHaveProperty('ExecuteTime');
    },
    T,
  );

  test.skipIf(findBrowser() === null)(
    'prints a PDF; without a browser it says how to print',
    async () => {
      const out = join(folder.path, 'n.pdf');
      await exported('pdf', '-o', out);
      expect(readFileSync(out).subarray(0, 5).toString()).toBe('%PDF-');
      const none = await sluice(['export', file, '--to', 'pdf', '-o', out], {
        env: { CHROME: '/no/browser' },
      });
      expect(none).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('/no/browser could not print it'),
      });
    },
    T,
  );
});
