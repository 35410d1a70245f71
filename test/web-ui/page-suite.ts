/** The frame of a file of browser tests: one browser and one server for all, closed pages after each, and no errors in any page. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launch, serve } from './browser.ts';
import { type ServedFolder, type Shown, show } from './notebook-page.ts';

/** What the tests of a file share. */
export interface PageSuite {
  /** As `show` of notebook-page.ts; what is shown is closed after the test, and has to be without errors. */
  show(...what: ShowArguments): Promise<Shown>;
}

type ShowArguments = Parameters<typeof show> extends [Browser, ServedFolder, ...infer Rest] ? Rest : never;

/** Browsers begin, and kernels end, in their own time on a busy machine. */
const BUSY_MS = 60_000;

/** To be called within `describe`; every test in it has to show something. */
export function pageSuite(): PageSuite {
  let browser: Browser;
  let place: ServedFolder;
  let shown: Shown;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'web-ui-test-'));
    const [started, served] = await Promise.all([launch(), serve(folder)]);
    browser = started;
    place = { folder, served };
  }, BUSY_MS);
  afterAll(async () => {
    await browser?.close();
    await place?.served.stop();
    if (place) rmSync(place.folder, { recursive: true, force: true });
  }, BUSY_MS);
  afterEach(async () => {
    expect(shown.errors).toEqual([]);
    await shown.close();
  }, BUSY_MS);
  return {
    async show(...what) {
      shown = await show(browser, place, ...what);
      return shown;
    },
  };
}
