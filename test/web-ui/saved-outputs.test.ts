import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findChromium } from './browser.ts';
import { choose, kernelReady, outputs } from './notebook-page.ts';
import { pageSuite } from './page-suite.ts';

/** As another program has written it: keys in an order of its own, and lines of its own. */
const BOOK = `{
    "nbformat": 4, "nbformat_minor": 5,
    "metadata": {"language_info": {"name": "python"}, "z": [1,
        2], "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    "cells": [
        {"id": "c1", "cell_type": "code", "source": "x = 1\\nprint(\\"h\\u00e9\\")", "metadata": {"tags": []},
         "execution_count": 7, "outputs": [{"output_type": "stream", "text": "old\\n", "name": "stdout"}]},
        {"id": "t", "cell_type": "markdown", "metadata": { }, "source": ["a\\n", "b"]},
        {"id": "c2", "cell_type": "code", "metadata": {}, "source": [], "outputs": [  ], "execution_count": null}
    ]
}`;

describe.skipIf(findChromium() === null)('a save after a run', () => {
  const suite = pageSuite();
  test('changes the file only at the outputs and counts of the cells that ran', async () => {
    const { page, file } = await suite.show(BOOK);
    await kernelReady(page);
    await choose(page, 'c1');
    await page.keyboard.press('Control+Enter');
    await outputs(page, 'c1').getByText('hé').waitFor({ timeout: 20_000 });
    await page.keyboard.press('Control+s');
    await expect.poll(() => readFileSync(file, 'utf8'), { timeout: 10_000 }).not.toBe(BOOK);
    await page.waitForTimeout(1000);
    const [before, after] = [BOOK, readFileSync(file, 'utf8')].map((text) =>
      text.replace(/"execution_count": [71],[\s\S]*?(?=,\s*\{"id": "t")/, 'RAN'),
    );
    expect(after).toBe(before);
  }, 60_000);
});
