/**
 * Plays a case of test/cases/reactive/everyday.jsonl: an analyst's everyday notebook has to settle, with the output of a run from
 * the top. It does not look at the number of runs.
 */

import { rm } from 'node:fs/promises';
import { isBlank, notebookStates } from '../../slicer/index.ts';
import { CorePlayer } from './core-player.ts';
import type { SessionHost } from './host-session.ts';
import { folderOf } from './play-plan.ts';

/**
 * A case. `n = 3` comes before its cells, and becomes 4, then 5. Or the case has a `change` of its own: made and taken back; then
 * the case is played once more from its changed form.
 */
export interface EverydayCase {
  readonly name: string;
  readonly kind: string;
  readonly cells: readonly string[];
  /** `cell`: a number from 1. Without a source the cell is deleted; with `before` it is moved before the cell of that number. */
  readonly change?: { readonly cell: number; readonly source?: string; readonly before?: number };
  readonly files?: Readonly<Record<string, string>>;
  /** Cells, by number from 1 (counted with `n = 3`), with another output in every run: these must only settle. */
  readonly unstable?: readonly number[];
  /** Modules without which the case is skipped. */
  readonly needs?: readonly string[];
  /** The reason for a failure; to be removed when the case passes. */
  readonly known?: string;
}

/** The cells of a notebook in their order, and their texts. */
export interface TextsOfCells {
  readonly order: readonly string[];
  readonly sources: ReadonlyMap<string, string>;
}

/** Parts of outputs that differ between processes: addresses, folders, times. */
const BY_CHANCE =
  /0x[0-9a-f]+|\/tmp\/(?:tmp|[\w-]+\/)[\w/]*|\btmp[a-z0-9_]{8}\b|ipykernel_\d+\/\d+|\d+\.\d+ ?(?:ms|s|µs|us)\b/g;
/** More runs of a cell in one plan are a loop. */
const RUNS_PER_CELL = 5;

/** The faults, in words, each with its step; none when all is well. `other` gives the runs from the top. */
export async function playEveryday(
  example: EverydayCase,
  host: SessionHost,
  other: SessionHost,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const changing of changingNotebooks(example)) {
    const folder = await folderOf(example.files ?? {});
    try {
      wrong.push(...(await play(example, changing, host, other, folder)));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return wrong;
}

async function play(
  example: EverydayCase,
  [first, ...changes]: ChangingNotebook,
  host: SessionHost,
  other: SessionHost,
  folder: string,
): Promise<string[]> {
  const shown = new Map<string, string>();
  const player = new CorePlayer(host, ({ cell }, run) => shown.set(cell, run.shown));
  const wrong: string[] = [];
  const settle = async (what: string, notebook: TextsOfCells, asked: readonly string[]): Promise<void> => {
    const { order, sources } = notebook;
    const most = RUNS_PER_CELL * order.length;
    await player.dispatch({ type: 'cells', order, sources, settles: asked.length === 0 }, most);
    const endless =
      asked.length > 0 && (await player.dispatch({ type: 'run', cells: asked, force: false }, most));
    if (endless) wrong.push(`${what}: it never ends`);
    const fresh = await other.fresh(
      order.map((cell) => [cell, sources.get(cell) ?? '']),
      folder,
    );
    const { cells } = notebookStates(player.state);
    for (const cell of order) {
      // (an empty cell does not run, and front ends clear its outputs)
      if (isBlank(sources.get(cell) ?? '')) continue;
      const state = cells.get(cell);
      if (state?.state !== 'settled' && state?.state !== 'failed') {
        wrong.push(`${what}: ${cell} is ${state?.state}: ${JSON.stringify(state?.reasons ?? [])}`);
      } else if (!example.unstable?.includes(Number(cell.slice(1)))) {
        const [mine, due] = [shown, fresh].map((by) => (by.get(cell) ?? '').replace(BY_CHANCE, '#'));
        if (mine !== due) wrong.push(`${what}: ${cell} shows ${tail(mine)}, a run from the top ${tail(due)}`);
      }
    }
  };
  await host.start(false, folder);
  try {
    await settle('first run', first, first.order);
    await settle('again', first, first.order);
    for (const { what, notebook, asked } of changes) await settle(what, notebook, asked);
  } finally {
    await host.end();
  }
  return wrong;
}

/** A notebook, and its later forms, each with the cells to run then. */
type ChangingNotebook = readonly [TextsOfCells, ...(readonly Change[])];

interface Change {
  readonly what: string;
  readonly notebook: TextsOfCells;
  readonly asked: readonly string[];
}

/** The parts of a case, each played in a session of its own. */
export function changingNotebooks({ cells, change }: EverydayCase): readonly ChangingNotebook[] {
  const texts = change ? cells : ['n = 3', ...cells];
  const order = texts.map((_, index) => `c${index + 1}`);
  const sources = new Map(order.map((cell, index) => [cell, texts[index] ?? '']));
  const first = { order, sources };
  const edited = (cell: string, source: string): TextsOfCells => {
    return { order, sources: new Map([...sources, [cell, source]]) };
  };
  if (!change) {
    const becomes = (what: string, source: string): Change => {
      return { what, notebook: edited('c1', source), asked: ['c1'] };
    };
    return [[first, becomes('changed', 'n = 4'), becomes('changed again', 'n = 5')]];
  }
  const cell = `c${change.cell}`;
  const rest = order.filter((each) => each !== cell);
  const { source, before } = change;
  let other: TextsOfCells = { order: rest, sources };
  if (source !== undefined) other = edited(cell, source);
  else if (before !== undefined)
    other = { order: rest.toSpliced(rest.indexOf(`c${before}`), 0, cell), sources };
  const runs = source !== undefined ? [cell] : [];
  const back = { what: 'changed back', notebook: first, asked: before === undefined ? [cell] : [] };
  return [
    [first, { what: 'changed', notebook: other, asked: runs }, back],
    [other, { ...back, what: 'changed the other way' }],
  ];
}

function tail(text = ''): string {
  return JSON.stringify(text.length > 160 ? `…${text.slice(-160)}` : text);
}
