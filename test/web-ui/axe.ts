/** The findings of axe in a page. This file asserts nothing. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The serious findings of axe. */
export async function seriousViolations(page: Page): Promise<string[]> {
  return page.evaluate(`(() => { ${AXE}; return axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, any }) => html.slice(0, 120) + ' ' + (any[0]?.message ?? '')).join(' | '))); })()`);
}
