/**
 * Widgets of an open notebook, with the kernel but without a page: changes by callbacks, and output in
 * `Output` widgets.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { type KernelServer, openServer } from '../../runtime/kernel/index.ts';
import { notebookText } from '../cli/sluice.ts';
import { Sample } from '../harness/sample.ts';
import { hasWidgets } from '../web-ui/widget-packages.ts';
import { LivePage, type WidgetUse } from './live-page.ts';

/** All cells run first; then each step acts, and names the expected output of cells and `Output` widgets. */
interface WidgetCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly steps: readonly WidgetStep[];
}

interface WidgetStep {
  readonly use?: WidgetUse;
  /** The next step follows as soon as a run begins or ends. */
  readonly meanwhile?: true;
  /** A cell's new text, which runs. */
  readonly edit?: Readonly<Record<string, string>>;
  readonly run?: readonly string[];
  readonly mode?: 'reactive' | 'lazy';
  readonly shows?: Readonly<Record<string, string>>;
  readonly states?: Readonly<Record<string, string>>;
  /** The content of each `Output` widget of the kernel, the oldest first. */
  readonly captured?: readonly string[];
  /** The value of an expression in the kernel, which nobody records. */
  readonly kernel?: readonly [expression: string, value: string];
}

const CASES = readFileSync(join(findPackageRoot(), 'test', 'cases', 'widgets.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as WidgetCase)
  .filter(({ name }) => Sample.ofRun().has(name, 2, 'widgets '));

describe.skipIf(!hasWidgets())('widgets of an open notebook', () => {
  let server: KernelServer;
  let folder: string;
  beforeAll(async () => {
    const python = process.env.SLUICE_TEST_PYTHON;
    server = await openServer(python === undefined ? {} : { python });
    folder = mkdtempSync(join(tmpdir(), 'sluice-widgets-'));
  }, 120_000);
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(CASES)(
    '$name',
    async ({ name, cells, steps }) => {
      const path = join(folder, `${name}.ipynb`);
      writeFileSync(path, notebookText(cells));
      const page = await LivePage.open(path, server, folder);
      try {
        await page.runAll();
        const found: WidgetStep[] = [];
        for (const step of steps) {
          if (step.mode) await page.do({ op: 'mode', mode: step.mode });
          if (step.use) await page.use(step.use, step.meanwhile);
          for (const [cell, source] of Object.entries(step.edit ?? {})) await page.edit(cell, source);
          if (step.run) await page.do({ op: 'run', cells: step.run });
          found.push({
            ...step,
            ...(step.shows && { shows: mapped(step.shows, (cell) => page.shown(cell)) }),
            ...(step.states && { states: mapped(step.states, (cell) => page.state(cell)) }),
            ...(step.captured && { captured: await page.captured() }),
            ...(step.kernel && { kernel: [step.kernel[0], await page.evaluate(step.kernel[0])] as const }),
          });
        }
        expect(found).toEqual(steps);
      } finally {
        await page.close();
      }
    },
    120_000,
  );
});

function mapped(
  of: Readonly<Record<string, string>>,
  value: (key: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.keys(of).map((key) => [key, value(key)]));
}
