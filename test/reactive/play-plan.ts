/** Plays a case of test/cases/reactive: cells, the steps, and the expected runs. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { notebookStates, previewRun } from '../../slicer/index.ts';
import { CorePlayer } from './core-player.ts';
import type { SessionHost } from './host-session.ts';

/** One step, with expectations. `type`: typed, not run; `edit` and `insert` run the cell. */
export interface PlanStep {
  readonly edit?: string;
  readonly insert?: string;
  readonly type?: string;
  readonly source?: string;
  readonly at?: number;
  readonly run?: readonly string[];
  readonly force?: readonly string[];
  readonly alone?: readonly string[];
  readonly delete?: string;
  readonly order?: readonly string[];
  readonly freeze?: string;
  readonly expensive?: string;
  readonly mode?: 'reactive' | 'lazy';
  readonly orderMode?: 'in-order' | 'any-order';
  readonly settle?: boolean;
  readonly restart?: boolean;
  readonly ran: readonly string[];
  /** The cells announced before to run at most. */
  readonly told?: readonly string[];
  readonly cutOff?: readonly string[];
  readonly states?: Readonly<Record<string, string>>;
  readonly gated?: Readonly<Record<string, string>>;
  /** The reasons on pages. */
  readonly says?: Readonly<Record<string, readonly string[]>>;
  /** The actions that would open the gates. */
  readonly opens?: Readonly<Record<string, string>>;
  /** The printed text of cells in their last run. */
  readonly shows?: Readonly<Record<string, string>>;
}

/** A case. `lazyStart`: nothing has run when it begins. */
export interface PlanCase {
  readonly name: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly lazyStart?: boolean;
  readonly anyOrder?: boolean;
  /** The agent copies all values that can be copied, even of fast cells. */
  readonly copies?: boolean;
  /** Files in the folder of the run. */
  readonly files?: Readonly<Record<string, string>>;
  readonly steps: readonly PlanStep[];
}

/** The results of the steps, each with the fields of its expectations. */
export async function playPlan(plan: PlanCase, host: SessionHost): Promise<PlanStep[]> {
  let order = Object.keys(plan.cells);
  const sources = new Map(Object.entries(plan.cells));
  const shown = new Map<string, string>();
  let ran: string[] = [];
  const player = new CorePlayer(
    host,
    ({ cell }, run) => {
      ran.push(cell);
      shown.set(cell, run.shown.split('|')[0] ?? '');
    },
    (cell) => ran.push(`${cell} from a copy`),
  );
  const cells = (settles: boolean): Promise<unknown> =>
    player.dispatch({ type: 'cells', order: [...order], sources: new Map(sources), settles });
  const folder = plan.files && (await folderOf(plan.files));
  await host.start(plan.copies, folder);
  const found: PlanStep[] = [];
  try {
    if (plan.anyOrder) await player.dispatch({ type: 'order-mode', mode: 'any-order' });
    await cells(false);
    if (!plan.lazyStart) await player.dispatch({ type: 'run', cells: order, force: false });
    for (const step of plan.steps) {
      ran = [];
      const changed = step.edit ?? step.insert ?? step.type;
      if (changed !== undefined) sources.set(changed, step.source ?? '');
      if (step.insert !== undefined) order = order.toSpliced(step.at ?? order.length, 0, step.insert);
      if (step.delete !== undefined) order = order.filter((cell) => cell !== step.delete);
      if (step.order !== undefined) order = [...step.order];
      await cells(step.delete !== undefined || step.order !== undefined);
      if (step.mode) await player.dispatch({ type: 'mode', mode: step.mode });
      if (step.orderMode) await player.dispatch({ type: 'order-mode', mode: step.orderMode });
      if (step.freeze) await player.dispatch({ type: 'freeze', cell: step.freeze, on: true });
      if (step.expensive) await player.dispatch({ type: 'expensive', cell: step.expensive, on: true });
      if (step.settle) await player.dispatch({ type: 'settle' });
      if (step.restart) {
        await host.end();
        await host.start(plan.copies, folder);
        await player.dispatch({ type: 'restarted' });
      }
      const asked = step.force ?? step.run ?? [step.edit ?? step.insert].filter((cell) => cell !== undefined);
      const told = step.told ? previewRun(player.state, asked) : [];
      if (asked.length > 0)
        await player.dispatch({ type: 'run', cells: asked, force: step.force !== undefined });
      if (step.alone) await player.dispatch({ type: 'run', cells: step.alone, force: false, alone: true });
      const { cells: states } = notebookStates(player.state, false);
      const only = <T>(wanted: Readonly<Record<string, T>>, of: (cell: string) => T): Record<string, T> =>
        Object.fromEntries(Object.keys(wanted).map((cell) => [cell, of(cell)]));
      found.push({
        ...step,
        ran,
        ...(step.told ? { told } : {}),
        ...(step.cutOff ? { cutOff: player.state.cutOff } : {}),
        ...(step.states ? { states: only(step.states, (cell) => states.get(cell)?.state ?? '') } : {}),
        ...(step.says ? { says: only(step.says, (cell) => states.get(cell)?.reasons ?? []) } : {}),
        ...(step.gated
          ? { gated: only(step.gated, (cell) => player.state.gated.get(cell)?.[0]?.reason ?? '') }
          : {}),
        ...(step.opens
          ? { opens: only(step.opens, (cell) => player.state.gated.get(cell)?.[0]?.opens ?? '') }
          : {}),
        ...(step.shows ? { shows: only(step.shows, (cell) => shown.get(cell) ?? '') } : {}),
      });
    }
  } finally {
    await host.end();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
  return found;
}

/** A new folder with these files. */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'played-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}
