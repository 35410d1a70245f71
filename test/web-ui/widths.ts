/** A look at a page at several widths, light and dark. */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { seriousViolations } from './axe.ts';
import { shoot } from './browser.ts';

/** The usual widths, and whether colours are dark there. */
const WIDTHS = [
  [1440, false],
  [1024, true],
  [420, false],
] as const;

/**
 * Checks that nothing is wider than the window and that axe finds nothing serious, and takes a picture `name-WIDTH`, at
 * each width. `settled`: waits until the page stands still.
 */
export async function checkAtWidths(
  page: Page,
  name: string,
  widths: readonly (readonly [width: number, dark: boolean])[] = WIDTHS,
  settled: () => Promise<void> = async () => {},
): Promise<void> {
  for (const [width, dark] of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await settled();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, `${name}-${width}${dark ? '-dark' : ''}`);
  }
}
