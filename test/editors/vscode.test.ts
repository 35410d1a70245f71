/**
 * The extension of VS Code in a real VS Code, with Chromium. Its installation takes minutes, so this runs every third day, and where
 * Chromium and VS Code can be had.
 */
import { execFile } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtFile, findPackageRoot } from '../../instrument/index.ts';
import { makeFolder } from '../cli/sluice.ts';
import { testPython } from '../harness/host.ts';
import { Sample } from '../harness/sample.ts';
import { startAgent } from '../mcp/agent.ts';
import { findChromium, launch, shoot } from '../web-ui/browser.ts';
import { type Installed, installCode, runInCode } from './code.ts';
import { notebookFor } from './notebook-for.ts';

const run = promisify(execFile);
const { packVsix } = await import(join(findPackageRoot(), 'scripts', 'vsix.mjs'));
const isToday = findChromium() !== null && Sample.ofRun().has('vscode', 5);
const folder = makeFolder();
const CELLS = [
  'share = 0.3',
  'rows = list(range(10))',
  'train = rows[: int(len(rows) * share)]\nunused = 1',
  'print(len(train))',
  `class Shown:
    def _repr_html_(self): return "<b>bold</b>"
    def _repr_png_(self):
        import base64
        return base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")
Shown()`,
];
let code: Installed | null = null;
let browser: Browser;
let settings: Readonly<Record<string, unknown>> = {};

beforeAll(async () => {
  if (!isToday) return;
  const python = await testPython();
  const command = folder.write(
    'sluice',
    `#!/bin/sh\nexec '${process.execPath}' '${builtFile('runtime/cli/main.js')}' "$@"\n`,
  );
  chmodSync(command, 0o755);
  settings = { 'sluice.command': command, 'sluice.python': python };
  code = await installCode(join(folder.path, 'code')).catch((error: Error) => {
    console.log(`VS Code cannot be had, so its tests are skipped: ${error.message.split('\n')[0]}`);
    return null;
  });
  browser = await launch();
}, 900_000);
afterAll(async () => {
  await browser?.close();
  folder.remove();
}, 120_000);

describe.skipIf(!isToday)('VS Code', { timeout: 240_000 }, () => {
  test('runs a notebook with the kernel Sluice', async ({ skip }) => {
    if (code === null) return skip();
    folder.write('notebooks/live.ipynb', notebookFor('python3', CELLS));
    const started = await runInCode(code, browser, folder, 'kernel.cjs', settings);
    try {
      await Promise.race([started.look, started.ended]);
      const items = started.page.locator('.cell-statusbar-container .cell-status-item');
      const states = async () =>
        (await items.allTextContents())
          .map((text) => text.trim())
          .filter((text) => /^(up|new|stale|edited)/.test(text));
      await expect.poll(states).toEqual(['up to date', 'edited', 'stale', 'stale', 'up to date']);
      await shoot(started.page, 'vscode');
      const agent = await startAgent(join(folder.path, 'notebooks'));
      const path = 'live.ipynb';
      const { revision } = await agent.call<{ revision: string }>('open', { path });
      const edits = [
        { op: 'replace', cell: 'c5', source: 'print("by an agent")' },
        { op: 'insert', after: 'c5', source: 'added = 1' },
      ];
      const edited = await agent.call<{ revision: string }>('edit', { path, revision, edits });
      const goal = { path, revision: edited.revision, goal: 'cell:c5', wait: 60 };
      expect(await agent.call('run', goal)).toMatchObject({ status: 'done' });
      started.goOn();
      const { code: exit, log } = await started.ended;
      expect(exit, log).toBe(0);
      await agent.end();
    } finally {
      await started.stop();
    }
    expect(readFileSync(join(folder.path, 'notebooks', 'live.ipynb'), 'utf8')).toMatch(/share = 0\.8/);
  });

  test('with a kernel of another extension: states by texts, and Run What Is Stale', async ({ skip }) => {
    if (code === null) return skip();
    folder.write('notebooks/other.ipynb', notebookFor('python3', CELLS));
    const started = await runInCode(code, browser, folder, 'other-kernel.cjs', settings);
    try {
      const { code: exit, log } = await started.ended;
      expect(exit, log).toBe(0);
    } finally {
      await started.stop();
    }
  });

  test('installs the packed extension', async ({ skip }) => {
    if (code === null) return skip();
    const vsix = await packVsix(findPackageRoot(), folder.path);
    const to = join(folder.path, 'installed');
    const user = join(folder.path, 'user-of-installed');
    const folders = ['--extensions-dir', to, '--user-data-dir', user, '--server-data-dir', user];
    await run(code.node, [code.program, ...folders, '--install-extension', vsix]);
    expect(readdirSync(to)).toContainEqual(expect.stringMatching(/^sluice\.sluice-\d/));
  });
});
