/**
 * Plays a case of test/cases/undo/runs.jsonl. After the undo of a run, values, names and files have to be those of a session without
 * the undone runs; after the redo, those from before the undo.
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { UndoneRun } from '../../runtime/session/index.ts';
import type { HostState, UndoHost } from './undo-host.ts';

/** A case. Runs have numbers from 1. */
export interface UndoCase {
  readonly name: string;
  /** The runs in their order: a text, or a cell with its text. */
  readonly cells: readonly (string | readonly [cell: string, source: string])[];
  /** The files at the beginning, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** The run to undo; default: the last. */
  readonly undo?: number;
  /** The runs undone with it. */
  readonly with?: readonly number[];
  /** Expressions whose values count. */
  readonly shows?: readonly string[];
  /** Expressions that are true after the undo, and after the redo. */
  readonly holds?: readonly string[];
  /** A part of the reason why the undo is impossible. */
  readonly refuses?: string;
  /** Parts of the answer about the undo. */
  readonly tells?: Partial<UndoneRun>;
  readonly needs?: readonly string[];
}

/** What a person can see of a session. */
export interface Seen extends HostState {
  readonly files: Readonly<Record<string, string>>;
}

/** A played case. `told`: the answer without a change; `none`: the state without the undone runs. */
export interface Played {
  readonly told: UndoneRun;
  readonly before: Seen;
  readonly undone: Seen;
  readonly none: Seen;
  readonly redone: Seen;
  readonly again: Seen;
  /** The values of `holds` after the undo and after the redo. */
  readonly held: readonly string[];
}

type Step = readonly [exec: number, cell: string, source: string];

/** Plays a case. `places`: each cell finds the world in the state after the cells above. */
export async function playUndo(host: UndoHost, each: UndoCase, places: boolean): Promise<Played> {
  const steps = each.cells.map((cell, index): Step => {
    const [name, source] = typeof cell === 'string' ? [`c${index + 1}`, cell] : cell;
    return [index + 1, name, source];
  });
  const order = [...new Set(steps.map(([, cell]) => cell))];
  const target = each.undo ?? steps.length;
  const gone = new Set([target, ...(each.with ?? [])]);
  const wanted = places ? order : null;
  const { shows = [], holds = [] } = each;
  const told = { name: '' } as { name: string; plan?: UndoneRun };
  const result = await inSession(host, each, async (at) => {
    await runAll(host, steps, order, places);
    const before = await see(host, at, shows);
    told.plan = await host.undo(target, wanted, true);
    const why = (await host.undo(target, wanted)).why;
    const undone = await see(host, at, shows);
    if (why.length > 0) return { before, undone, redone: before, again: undone, held: [] };
    const held = [...Object.values((await host.state(holds)).values)];
    await host.redo(target, wanted);
    const redone = await see(host, at, shows);
    held.push(...Object.values((await host.state(holds)).values));
    await host.undo(target, wanted);
    const again = await see(host, at, shows);
    return { before, undone, redone, again, held: held.map(([text]) => text) };
  });
  const none = await inSession(host, each, async (at) => {
    const rest = steps.filter(([exec]) => !gone.has(exec));
    await runAll(host, rest, order, places);
    return see(host, at, shows);
  });
  return { told: told.plan as UndoneRun, none, ...result };
}

/** Does something in a session of its own, in a folder with the files of the case. */
async function inSession<T>(
  host: UndoHost,
  { files = {} }: UndoCase,
  action: (at: string) => Promise<T>,
): Promise<T> {
  const at = mkdtempSync(join(tmpdir(), 'sluice-undo-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(at, name)), { recursive: true });
      writeFileSync(join(at, name), text);
    }
    await host.start(at);
    try {
      return await action(at);
    } finally {
      await host.end();
    }
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}

async function runAll(
  host: UndoHost,
  steps: readonly Step[],
  order: readonly string[],
  places: boolean,
): Promise<void> {
  for (const [exec, cell, source] of steps) {
    const above = places ? order.slice(0, order.indexOf(cell)) : null;
    await host.run(exec, cell, source, above);
  }
  if (places) await host.place(order);
}

async function see(host: UndoHost, at: string, shows: readonly string[]): Promise<Seen> {
  const state = await host.state(shows);
  const files: Record<string, string> = {};
  for (const entry of readdirSync(at, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.includes('__pycache__')) continue;
    const path = join(entry.parentPath, entry.name);
    files[path.slice(at.length + 1)] = readFileSync(path, 'latin1');
  }
  return { ...state, files };
}
