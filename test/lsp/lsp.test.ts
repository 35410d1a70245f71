/** `sluice lsp` as an editor uses it: diagnostics, fixes, states, variables, and messages that make no sense. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { makeFolder, notebookText, sluice } from '../cli/sluice.ts';
import { attackedServer } from '../faults/served-line.ts';
import { testPython } from '../harness/host.ts';
import { Editor } from './editor.ts';

vi.setConfig({ testTimeout: 60_000 });

const folder = makeFolder();
const path = folder.write('Analysis.ipynb', '');
const editors: Editor[] = [];
afterEach(() => {
  for (const { process } of editors.splice(0)) process.kill();
});

async function opened(sources: readonly string[], counts: readonly (number | null)[] = []): Promise<Editor> {
  const editor = new Editor();
  editors.push(editor);
  await editor.start();
  await editor.open(path, sources, counts);
  return editor;
}

const codes = (editor: Editor, at: number) => editor.diagnostics(at).map(({ code }) => code);

test('findings come as one types, and go when they are mended', async () => {
  const editor = await opened(['total = 1', 'print(totl)']);
  await editor.until(() => codes(editor, 1).includes('undefined-name'));
  const [found] = editor.diagnostics(1).filter(({ code }) => code === 'undefined-name');
  expect(found).toMatchObject({
    severity: 1,
    source: 'sluice',
    range: { start: { line: 0, character: 6 }, end: { line: 0, character: 10 } },
  });
  await editor.type(1, 'print(total)');
  await editor.until(() => !codes(editor, 1).includes('undefined-name'));
  await editor.type(0, 'totl = 1');
  await editor.until(() => codes(editor, 1).includes('undefined-name'));
  await editor.delete(0);
  await editor.close();
  await editor.until(() => editor.diagnostics(0).length === 0);
  expect(await editor.end()).toBe(0);
});

test('the fix of a finding is an edit of the cells', async () => {
  const editor = await opened([
    'import os\nimport re\nprint(os, re)',
    'import random\nprint(random.random())',
  ]);
  const fixes = async () =>
    (await editor.fixes(1)).filter(({ title }) => title === 'move the import to cell 1');
  await expect.poll(fixes, { timeout: 50_000 }).toHaveLength(1);
  const [fix] = await fixes();
  const whole = await editor.connection.sendRequest<{ edit: object }>('codeAction/resolve', fix);
  expect(editor.after(whole.edit)).toEqual([
    'import os\nimport re\nimport random\nprint(os, re)',
    'print(random.random())',
  ]);
});

test('states of cells follow edits and runs', async () => {
  const editor = await opened(['x = 1', 'y = x + 1', 'print(y)'], [1, 2, 3]);
  const title = async (at: number) => (await editor.lenses(at))[0]?.command?.title;
  expect(await title(1)).toBe('up to date · needs cell 1');
  await editor.type(0, 'x = 2');
  expect(await title(0)).toBe('to be run again: was edited after it ran');
  expect(await title(1)).toMatch(/^stale: reads x, which cell 1 made before it was edited · needs cell 1$/);
  await editor.ran(0, 4);
  expect(await title(0)).toBe('up to date');
  expect(await title(1)).toBe('to be run again: reads x, which cell 1 changed after it ran · needs cell 1');
  expect(await title(2)).toMatch(/^stale: reads y, which cell 2 made from x before cell 1 changed that/);
});

test('names the cells to run again', async () => {
  const editor = await opened(['x = 1', 'y = x + 1', 'print(y)', 'print(1)'], [5, 2, 3, 4]);
  const uri = pathToFileURL(path).href;
  const asked = { command: 'sluice.staleCells', arguments: [uri] };
  const found = await editor.connection.sendRequest('workspace/executeCommand', asked);
  expect(found).toEqual([editor.cells[1]!.uri, editor.cells[2]!.uri]);
  const other = { command: 'sluice.staleCells', arguments: ['file:///nowhere.ipynb'] };
  expect(await editor.connection.sendRequest('workspace/executeCommand', other)).toEqual([]);
});

test('states are live while the notebook is open on a server', { timeout: 120_000 }, async () => {
  const sources = ['x = 1', 'y = x + 1', 'z = 2'];
  const text = notebookText(sources).replace(/"c(\d)"/g, (_, n) => `"c${n - 1}"`);
  const file = folder.write('live/Live.ipynb', text);
  const server = await attackedServer(join(folder.path, 'live'));
  try {
    const editor = new Editor();
    editors.push(editor);
    await editor.start();
    await editor.open(file, sources);
    const titles = async () => {
      const lenses = await Promise.all([0, 1, 2].map((at) => editor.lenses(at)));
      return lenses.map(([lens]) => lens?.command?.title);
    };
    expect(await titles()).toEqual(['not run', 'not run · needs cell 1', 'not run']);
    const page = await server.open('Live.ipynb');
    page.say({ op: 'mode', mode: 'lazy' });
    page.say({ op: 'run-all' });
    await expect.poll(titles).toEqual(['up to date', 'up to date · needs cell 1', 'up to date']);
    page.say({ op: 'edit', cell: 'c0', version: 0, edits: [{ client: 'p', changes: [4, [1, '5']] }] });
    await vi.waitFor(() => expect(page.cell('c0').state).toBe('edited'));
    await editor.type(0, 'x = 5');
    await expect
      .poll(titles)
      .toEqual(['edited', expect.stringMatching(/^stale: it needs cell 1, which was edited/), 'up to date']);
    // another text than the server's: only this text counts
    await editor.type(2, 'z = 3');
    await expect.poll(async () => (await titles())[2]).toBe('not run');
    page.close();
  } finally {
    await server.stop();
  }
  await expect.poll(async () => (await editors[0]!.lenses(1))[0]?.command?.title).toMatch(/^not run/);
});

test('states are live while another front end runs the notebook on a kernel with Sluice', {
  timeout: 180_000,
}, async () => {
  const sources = ['x = 1', 'y = x + 1', 'z = 2'];
  const file = folder.write('companion/Told.ipynb', notebookText(sources));
  const python = await testPython();
  const spec = await sluice(['kernelspec', 'install', '--python', python, '--prefix', folder.path]);
  expect(spec.code).toBe(0);
  const script = join(findPackageRoot(), 'test', 'companion', 'named_kernel.py');
  const env = { ...process.env, JUPYTER_PATH: join(folder.path, 'share', 'jupyter') };
  const kernel = spawn(python, ['-W', 'ignore', script, file], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const replies = createInterface({ input: kernel.stdout })[Symbol.asyncIterator]();
  const run = async (id: string, code: string) => {
    kernel.stdin.write(`${JSON.stringify({ id, code })}\n`);
    expect((await replies.next()).value).toBe('ok');
  };
  try {
    const editor = new Editor();
    editors.push(editor);
    await editor.start();
    await editor.open(file, sources);
    const titles = async () => {
      const lenses = await Promise.all([0, 1, 2].map((at) => editor.lenses(at)));
      return lenses.map(([lens]) => lens?.command?.title);
    };
    expect(await titles()).toEqual(['not run', 'not run · needs cell 1', 'not run']);
    expect((await replies.next()).value).toBe('ready');
    await run('c1', 'x = 1');
    await run('c2', 'y = x + 1');
    await expect.poll(titles).toEqual(['up to date', 'up to date · needs cell 1', 'not run']);
    await run('c1', 'x = 5');
    await editor.type(0, 'x = 5');
    await expect
      .poll(titles)
      .toEqual(['up to date', expect.stringMatching(/^new inputs: x was changed by cell 1/), 'not run']);
    kernel.stdin.end();
    await expect.poll(async () => (await titles())[1]).toMatch(/^not run/);
  } finally {
    kernel.kill();
  }
});

test('a variable: who writes and reads it, its definition, its uses, another name', async () => {
  const editor = await opened([
    'def f(rows):\n    return rows',
    'rows = [1]',
    'rows.append(2)\nprint(f(rows))',
    'rows = 3',
  ]);
  const hover = await editor.ask<{ contents: { value: string } }>('hover', 2, 'rows');
  expect(hover.contents.value).toContain('cell 2, line 1');
  expect(hover.contents.value).toContain('cell 3, line 1: changes rows');
  const definition = await editor.ask<object[]>('definition', 2, 'rows');
  expect(definition).toMatchObject([
    { uri: editor.cells[1]!.uri, range: { start: { line: 0, character: 0 } } },
  ]);
  const references = await editor.ask<{ uri: string }[]>('references', 1, 'rows', {
    context: { includeDeclaration: true },
  });
  expect(references.map(({ uri }) => editor.cells.findIndex((cell) => cell.uri === uri))).toEqual([1, 2, 2]);
  const edit = await editor.ask<object>('rename', 1, 'rows', { newName: 'items' });
  expect(editor.after(edit)).toEqual([
    'def f(rows):\n    return rows',
    'items = [1]',
    'items.append(2)\nprint(f(items))',
    'rows = 3',
  ]);
  await expect(editor.ask('rename', 1, 'rows', { newName: 'f' })).rejects.toThrow(/has a variable f already/);
  await expect(editor.ask('rename', 1, 'rows', { newName: '1x' })).rejects.toThrow(/cannot be the name/);
  expect(await editor.ask('hover', 0, 'rows')).toBeNull();
});

test('nonsense is refused, and the server goes on', async () => {
  const editor = await opened(['x = (']);
  await editor.until(() => codes(editor, 0).includes('syntax-error'));
  await expect(editor.connection.sendRequest('textDocument/nonsense', {})).rejects.toThrow();
  expect(
    await editor.connection.sendRequest('textDocument/hover', {
      textDocument: { uri: 'file:///nowhere.ipynb' },
      position: { line: 900, character: 4 },
    }),
  ).toBeNull();
  expect(
    await editor.connection.sendRequest('textDocument/hover', {
      textDocument: { uri: editor.cells[0]!.uri },
      position: { line: 900, character: 4 },
    }),
  ).toBeNull();
  await editor.type(0, 'x = (1)');
  await editor.until(() => !codes(editor, 0).includes('syntax-error'));
});

test('a script with cells is a notebook; another script is none', async () => {
  const editor = new Editor();
  editors.push(editor);
  await editor.start();
  await editor.openScript(
    path.replace('.ipynb', '.py'),
    '# %% [markdown]\n# # Title\n\n# %%\n# %matplotlib inline\ntotal = 1\n\n# %%\nprint(totl)\n',
  );
  await editor.until(() => codes(editor, 0).includes('undefined-name'));
  const [found] = editor.diagnostics(0).filter(({ code }) => code === 'undefined-name');
  expect(found!.range).toEqual({ start: { line: 8, character: 6 }, end: { line: 8, character: 10 } });
  const edit = await editor.ask<object>('rename', 0, 'total', { newName: 'amount' });
  expect(editor.after(edit)[0]).toContain('# %matplotlib inline\namount = 1\n');
  expect((await editor.lenses(0)).map(({ range }) => range.start.line)).toEqual([4, 8]);
  await editor.openScript(path.replace('.ipynb', '-other.py'), 'print(totl)\n');
  expect(await editor.ask('hover', 1, 'totl')).toBeNull();
});
