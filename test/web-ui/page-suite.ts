/** The frame of a file of browser tests: one browser for all, closed pages after each, and no errors in any page. */

import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launch } from './browser.ts';
import { type Shown, show } from './notebook-page.ts';

/** What the tests of a file share. */
export interface PageSuite {
  /** As `show` of notebook-page.ts; what is shown is closed after the test, and has to be without errors. */
  show(...what: ShowArguments): Promise<Shown>;
}

type ShowArguments = Parameters<typeof show> extends [Browser, ...infer Rest] ? Rest : never;

/** To be called within `describe`; every test in it has to show something. */
export function pageSuite(): PageSuite {
  let browser: Browser;
  let shown: Shown;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    expect(shown.errors).toEqual([]);
    await shown.close();
  });
  return {
    async show(...what) {
      shown = await show(browser, ...what);
      return shown;
    },
  };
}
