import type { BrowserContext, Page } from 'playwright-core';

const NEW_TAB_MS = 3_000;

/** A new page after Chromium's own new tab has loaded: a context begins with it, and it takes a second of a core. */
export async function quietPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.waitForTimeout(NEW_TAB_MS);
  return page;
}
