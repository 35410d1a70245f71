import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseCommand } from '../../runtime/cli/arguments.ts';
import histories from '../cases/sources/histories.json' with { type: 'json' };
import { seriousViolations } from './axe.ts';
import { findChromium, launch, openPage, type Served, serve, shoot } from './browser.ts';

const python = process.env.SLUICE_TEST_PYTHON ?? 'python3';

test('the name of a history or a session file alone opens it', async () => {
  for (const name of ['history.sqlite', 'a.jsonl', 'b.sqlite3']) {
    expect(await parseCommand([name])).toMatchObject({ type: 'open', path: join(process.cwd(), name) });
  }
});

describe.skipIf(findChromium() === null)('sessions from files', () => {
  let browser: Browser;
  let folder: string;
  let served: Served;
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sessions-'));
  });
  afterEach(async () => {
    expect(errors).toEqual([]);
    await page.context().close();
    await served.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(path: string, options: { width?: number; dark?: boolean } = {}): Promise<void> {
    served = await serve(path);
    const opened = await openPage(browser, served.url, options);
    page = opened.page;
    errors = opened.errors;
  }

  function makeHistory(inputs: readonly string[]): string {
    const path = join(folder, 'history.sqlite');
    const script = `import sqlite3, sys, json
db = sqlite3.connect(sys.argv[1])
for s in json.loads(sys.argv[2]): db.execute(s)
db.execute("INSERT INTO sessions VALUES (7, '2024-05-01 09:00:00', '2024-05-01 10:30:00', NULL, 'first try')")
for n, text in enumerate(json.loads(sys.argv[3])): db.execute("INSERT INTO history VALUES (7, ?, ?, ?)", (n + 1, text, text))
db.commit()`;
    const tables = JSON.stringify(histories[0]!.sql.slice(0, 3));
    execFileSync(python, ['-c', script, path, tables, JSON.stringify(inputs)]);
    return path;
  }

  const step = (number: number) => page.locator('.steps .past-run').nth(number - 1);

  test('a history is listed, stepped through without running, and replayed in a copy', async () => {
    const inputs = [
      'base = 4',
      'noise = "x"',
      "open('made.txt', 'w').write('by the session')",
      'print("twice", base * 2)',
      'base = 5',
      'print("again", base * 2)',
    ];
    await open(makeHistory(inputs));
    await page.getByText('first try').waitFor();
    await shoot(page, 'session-list');
    expect(await seriousViolations(page)).toEqual([]);
    await page.locator('.session-row').click();
    await page.getByText('Step 1 of 6').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Step 2 of 6').waitFor();
    await expect.poll(() => page.locator('.step-cell').count()).toBe(2);
    expect(await page.locator('.outputs').count()).toBe(0);
    await step(4).click();
    await page.getByText('Replay up to here').click();
    await page.locator('.outputs', { hasText: 'twice 8' }).waitFor({ timeout: 60_000 });
    await page.getByText('4 of 6 steps have been replayed.').waitFor();
    // what the run needed
    await expect.poll(() => page.locator('.step-cell.slice-needed').allInnerTexts()).toHaveLength(1);
    expect(await page.locator('.step-cell.slice-needed').innerText()).toContain('base = 4');
    await page.getByText('What made this').click();
    await page.getByText('Gather and verify').click();
    await page.locator('.badge', { hasText: 'verified' }).waitFor({ timeout: 60_000 });
    await shoot(page, 'session-replayed');
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByText('Replay all').click();
    await page.getByText('All steps have been replayed.').waitFor({ timeout: 30_000 });
    // nothing was written beside the file
    expect(readdirSync(folder)).toEqual(['history.sqlite']);
    expect(existsSync(join(folder, 'made.txt'))).toBe(false);
  }, 180_000);

  test('a session file with edits and deleted cells; a replay is interrupted and begun again', async () => {
    const events = [
      { type: 'run', cell: 'a', source: 'x = 1' },
      { type: 'run', cell: 'b', source: 'print("first")' },
      { type: 'run', cell: 'c', source: 'import time\ntime.sleep(60)' },
      { type: 'edit', cell: 'a', source: 'x = 2' },
      { type: 'delete', cell: 'b' },
      { type: 'run', cell: 'a', source: 'x = 2' },
    ];
    const path = join(folder, 'log.jsonl');
    writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    await open(path, { dark: true });
    await page.getByText('Step 1 of 6').waitFor();
    await step(4).click();
    await page.getByText('Edited since it ran').waitFor();
    await step(5).click();
    await expect.poll(() => page.locator('.step-cell').count()).toBe(2);
    await page.getByText('Replay up to here').click();
    await page.getByText('Replaying: 2 of 5 steps').waitFor({ timeout: 60_000 });
    await step(2).click();
    await page.locator('.outputs', { hasText: 'first' }).waitFor();
    await shoot(page, 'session-replaying');
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByText('Interrupt', { exact: true }).click();
    await page.getByText('Interrupted after 3 of 6 steps.').waitFor({ timeout: 20_000 });
    await page
      .locator('.past-run', { hasText: 'failed' })
      .or(page.locator('.past-run', { hasText: 'interrupted' }))
      .waitFor();
    await page.getByText('Forget the replay').click();
    await page.getByText('Nothing has run.').waitFor();
    expect(await page.locator('.outputs').count()).toBe(0);
  }, 180_000);

  test('the file browser leads to sessions; what is none says so; on a phone', async () => {
    writeFileSync(join(folder, 'data.jsonl'), '{"a": 1}\n');
    const runs = [
      ['a', 'x = 1'],
      ['b', 'print(x)'],
      ['a', 'x = 2'],
    ];
    const lines = runs.map(([cell, source]) => JSON.stringify({ type: 'run', cell, source }));
    writeFileSync(join(folder, 'log.jsonl'), lines.join('\n'));
    await open(folder, { width: 390 });
    await page.getByText('log.jsonl').click();
    await page.getByText('Step 1 of 3').waitFor();
    await page.getByText('Replay all').click();
    await page.getByText('All steps have been replayed.').waitFor({ timeout: 60_000 });
    await step(3).click();
    await page.locator('.step-cell .cell-status', { hasText: 'Has new inputs' }).waitFor();
    await shoot(page, 'session-phone');
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByLabel('Files').click();
    await page.getByText('data.jsonl').click();
    // lines of JSON that are no session are a table
    await page.getByRole('columnheader', { name: 'a' }).waitFor();
    expect(errors.splice(0)).toEqual([]);
  }, 120_000);
});
