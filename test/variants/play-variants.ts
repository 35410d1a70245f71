/**
 * Plays a case of test/cases/variants/live.jsonl in an open notebook. After every step, each settled cell has to show the output of a run
 * of the present cells from the top, in a Python without Sluice.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KernelServer } from '../../runtime/kernel/index.ts';
import type { FromPage } from '../../runtime/live/messages/messages.ts';
import type { VariantAnswer } from '../../runtime/live/messages/variant-messages.ts';
import { notebookText } from '../cli/sluice.ts';
import { LivePage } from '../session/live-page.ts';

/** A step; cells by their first numbers. `runs`: the runs that it makes; `settled`: the cells that are up to date after it. */
export interface VariantStep {
  readonly start?: number | null;
  readonly show?: number;
  readonly keep?: number;
  readonly drop?: number;
  readonly edit?: readonly [cell: number, source: string];
  readonly run?: readonly number[];
  readonly delete?: readonly number[];
  readonly insert?: readonly [before: number | null, id: string, source: string];
  readonly order?: readonly (number | string)[];
  readonly restart?: true;
  /** `before`: the process died before the file had the change of the step before. */
  readonly reopen?: true | 'before';
  readonly console?: string;
  readonly undoes?: number;
  readonly mode?: 'any-order' | 'in-order';
  readonly outside?: readonly [path: string, text: string];
  readonly runs?: number;
  readonly settled?: readonly (number | string)[];
  /** A part of a note to the person; null: there is none. */
  readonly says?: string | null;
  /** Values of expressions in the kernel. */
  readonly values?: Readonly<Record<string, string>>;
  /** The texts of the cells. */
  readonly texts?: readonly string[];
  /** The variants, with the shown one. */
  readonly variants?: readonly [numbers: readonly number[], shown: number] | null;
  /** Cells and names that differ, by `Compare`. */
  readonly differs?: { readonly cells: readonly (number | string)[]; readonly values: readonly string[] };
  /** The variants of which `Compare` knows a time. */
  readonly timed?: readonly number[];
}

/** A case. */
export interface VariantCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly mode?: 'lazy';
  readonly steps: readonly VariantStep[];
  readonly needs?: readonly string[];
}

/** What a step did, in the form of its expectations. */
export type Seen = Omit<VariantStep, 'says'> & {
  readonly notes: readonly string[];
  readonly wrong: readonly string[];
};

export async function playVariants(
  server: KernelServer,
  python: string,
  each: VariantCase,
  seen: (step: VariantStep, at: number, found: Seen) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-variants-'));
  const path = join(folder, 'book.ipynb');
  for (const [name, text] of Object.entries(each.files ?? {})) writeFileSync(join(folder, name), text);
  writeFileSync(path, notebookText([...each.cells]));
  let page = await LivePage.open(path, server, folder);
  try {
    if (each.mode === 'lazy') await page.do({ op: 'mode', mode: 'lazy' });
    await page.runAll();
    const top = new FromTop(python, each.files ?? {});
    let stood = '';
    for (const [at, step] of each.steps.entries()) {
      const before = runsOf(page);
      const told = page.notes.length;
      if (step.outside !== undefined) {
        writeFileSync(join(folder, step.outside[0]), step.outside[1]);
        top.change(...step.outside);
      }
      if (step.reopen) {
        await page.close();
        if (step.reopen === 'before') writeFileSync(path, stood);
        page = await LivePage.open(path, server, folder);
      } else {
        await page.do({ op: 'save' });
        stood = readFileSync(path, 'utf8');
        await act(page, step);
      }
      const notes = page.notes.slice(step.reopen ? 0 : told);
      seen(step, at, {
        ...(await look(page, step)),
        runs: (await runsOf(page)) - (await before),
        notes,
        wrong: top.wrong(page),
      });
    }
  } finally {
    await page.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function act(page: LivePage, step: VariantStep): Promise<void> {
  if (step.edit !== undefined) page.write(nameOf(step.edit[0]), step.edit[1]);
  if (step.start !== undefined)
    await page.doAll({ op: 'variant-start', cell: step.start === null ? null : nameOf(step.start) });
  if (step.show !== undefined) await page.doAll({ op: 'variant-show', variant: step.show });
  if (step.keep !== undefined) await page.doAll({ op: 'variant-keep', variant: step.keep });
  if (step.drop !== undefined) await page.doAll({ op: 'variant-drop', variant: step.drop });
  if (step.delete !== undefined) await page.doAll({ op: 'delete', cells: step.delete.map(nameOf) });
  if (step.order !== undefined) await page.doAll({ op: 'order', cells: step.order.map(nameOf) });
  if (step.insert !== undefined) {
    const [before, cell, source] = step.insert;
    const place = before === null ? null : nameOf(before);
    await page.doAll({ op: 'insert', cell, type: 'code', source, before: place });
  }
  if (step.console !== undefined) await page.doAll({ op: 'console', source: step.console });
  if (step.undoes !== undefined) await page.undo(nameOf(step.undoes));
  if (step.mode !== undefined) await page.doAll({ op: 'order-mode', mode: step.mode });
  if (step.restart) {
    await page.do({ op: 'restart' });
    for (
      const deadline = Date.now() + 60_000;
      page.view.cells.some(({ exec }) => exec !== null);
      await sleep(20)
    )
      if (Date.now() > deadline) throw new Error('the kernel does not restart');
  }
  if (step.run !== undefined) await page.doAll({ op: 'run', cells: step.run.map(nameOf) } satisfies FromPage);
}

async function look(page: LivePage, step: VariantStep): Promise<Omit<Seen, 'notes' | 'wrong'>> {
  const { cells, variants } = page.view;
  const settled = cells.filter(
    ({ state, exec }) => exec !== null && (state === 'settled' || state === 'failed'),
  );
  const values: Record<string, string> = {};
  for (const expression of Object.keys(step.values ?? {}))
    values[expression] = await page.evaluate(expression);
  const compared = variants && ((await page.ask({ ask: 'variants' })) as VariantAnswer);
  return {
    settled: settled.map(({ id }) => numberOf(id)),
    texts: cells.map(({ source }) => source),
    variants: variants && [variants.numbers, variants.shown],
    values,
    ...(compared === null ? {} : { differs: differsOf(compared), timed: timedOf(compared) }),
  };
}

function differsOf({ cells, values }: VariantAnswer): NonNullable<VariantStep['differs']> {
  return { cells: cells.map(({ cell }) => numberOf(cell)), values: values.map(({ name }) => name) };
}

function timedOf({ variants }: VariantAnswer): NonNullable<VariantStep['timed']> {
  return variants.flatMap(({ number, ms }) => (ms === null ? [] : [number]));
}

async function runsOf(page: LivePage): Promise<number> {
  const answer = await page.ask({ ask: 'history', after: 0 });
  return answer.to === 'history' ? answer.runs.length : 0;
}

function nameOf(cell: number | string): string {
  return typeof cell === 'number' ? `c${cell}` : cell;
}

function numberOf(cell: string): number | string {
  return /^c\d+$/.test(cell) ? Number(cell.slice(1)) : cell;
}

/** Runs of cells from the top, each set of texts once. */
class FromTop {
  readonly #python: string;
  readonly #files: Record<string, string>;
  readonly #known = new Map<string, readonly string[]>();

  constructor(python: string, files: Readonly<Record<string, string>>) {
    this.#python = python;
    this.#files = { ...files };
  }

  /** Another program has changed a file. */
  change(path: string, text: string): void {
    this.#files[path] = text;
    this.#known.clear();
  }

  /** The settled cells with another output than in a run from the top. */
  wrong(page: LivePage): readonly string[] {
    const cells = page.view.cells.filter(({ type }) => type === 'code');
    const outputs = this.#outputs(cells.map(({ source }) => source));
    return cells.flatMap(({ id, state, exec }, at) => {
      if (exec === null || (state !== 'settled' && state !== 'failed') || page.shown(id) === outputs[at])
        return [];
      return [`${id} shows ${JSON.stringify(page.shown(id))}, from the top ${JSON.stringify(outputs[at])}`];
    });
  }

  #outputs(sources: readonly string[]): readonly string[] {
    const key = JSON.stringify(sources);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const cwd = mkdtempSync(join(tmpdir(), 'sluice-top-'));
    try {
      for (const [name, text] of Object.entries(this.#files)) writeFileSync(join(cwd, name), text);
      const { stdout, stderr } = spawnSync(this.#python, [new URL('from_top.py', import.meta.url).pathname], {
        cwd,
        input: key,
        encoding: 'utf8',
      });
      if (stdout === '') throw new Error(stderr);
      const outputs = JSON.parse(stdout) as string[];
      this.#known.set(key, outputs);
      return outputs;
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  }
}
