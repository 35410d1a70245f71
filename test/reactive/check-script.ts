/** Plays an edit script in reactive mode, and compares after every step with a run from the top in a fresh process. */

import { type CoreOperation, notebookStates, type OrderMode } from '../../slicer/index.ts';
import { CorePlayer } from './core-player.ts';
import type { EditScript } from './edit-script.ts';
import type { SessionHost } from './host-session.ts';
import { ScriptFolder } from './script-folder.ts';

/** The findings. `wrong`: a settled cell with another output than in a run from the top. */
export interface ScriptCheck {
  readonly wrong: readonly string[];
  /** The number of runs of cells. */
  readonly runs: number;
  /** The number of necessary runs: requested, with another output in a run from the top, or restoring shared objects. */
  readonly due: number;
  /** Cells after steps, and how many of them were settled. */
  readonly cells: number;
  readonly settled: number;
  /** In whose place copies were put back; they count as runs. */
  readonly restored: number;
  /** Why cells were left otherwise than settled or failed, in words; of each step and cell one. */
  readonly left: readonly string[];
  readonly log: readonly string[];
}

async function runsByChance(
  host: SessionHost,
  cells: readonly (readonly [string, string])[],
  folder: string,
): Promise<ReadonlyMap<string, string>[]> {
  const found: ReadonlyMap<string, string>[] = [];
  for (let run = 0; run < 12; run += 1) {
    found.push(await host.fresh([['', otherStreams(run)], ...cells], folder));
  }
  return found;
}

/** Another state of the streams without a seed in the notebook. */
function otherStreams(run: number): string {
  return `__import__('random').seed(${run})\n__import__('numpy').random.seed(${run})`;
}

/**
 * The text without comments of a traceback, addresses, folders, and the time printed by libraries in C: these differ between
 * processes.
 */
function spoken(text: string | undefined): string | undefined {
  return text
    ?.replaceAll('  # noted', '')
    .replace(/0x[0-9a-f]+/g, '#')
    .replace(/\[\d\d:\d\d:\d\d\]/g, '[#]')
    .replace(/\/tmp\/tmp\w{8}/g, 'FOLDER');
}

/** More runs of a cell in one plan are a loop. */
const RUNS_PER_CELL = 5;
/** So many looks at files one after the other may lead to runs. */
const LOOKS = 5;

/** The way to play a script. `copies`: the agent copies all values that can be copied. */
export interface Playing {
  readonly copies?: boolean;
  /** In any-order mode a run from the top is one in the order in which cells count. */
  readonly orderMode?: OrderMode;
}

/** Checks one script: the session on `host`, the runs from the top on `other`. */
export async function checkScript(
  script: EditScript,
  host: SessionHost,
  other: SessionHost,
  { copies = false, orderMode = 'in-order' }: Playing = {},
): Promise<ScriptCheck> {
  const shown = new Map<string, string>();
  const wrong: string[] = [];
  const left: string[] = [];
  const log: string[] = [];
  let order = script.cells.map(([cell]) => cell);
  const sources = new Map<string, string>(script.cells);
  const counts = { runs: 0, due: 0, cells: 0, settled: 0, restored: 0 };
  let restoring = new Set<string>();
  const player = new CorePlayer(
    host,
    ({ exec, cell, keeps }, run) => {
      if (!keeps) restoring.add(cell);
      shown.set(cell, run.shown);
      counts.runs += 1;
      ranNow.add(cell);
      if (run.same?.holds && !run.same.all) held.add(cell);
      log.push(
        `    ran ${cell} (${exec}${keeps ? '' : ', restoring'}) ${JSON.stringify(run.same)} ${run.shown.slice(0, 60)}`,
      );
    },
    (cell) => {
      // counts as a run, because it replaces a necessary one
      restoring.add(cell);
      counts.runs += 1;
      counts.restored += 1;
      ranNow.add(cell);
      held.add(cell);
      log.push(`    restored ${cell}`);
    },
  );
  const dispatch = async (operation: CoreOperation): Promise<Set<string>> => {
    restoring = new Set();
    const endless = await player.dispatch(operation, RUNS_PER_CELL * order.length);
    if (endless) wrong.push(`it never ends: ${[...restoring, endless.cell].join(' ')}`);
    return restoring;
  };
  let ranNow = new Set<string>();
  let held = new Set<string>();
  let before: ReadonlyMap<string, string> = new Map();
  const compare = async (
    what: string,
    asked: readonly string[],
    restored: ReadonlySet<string>,
    runs: number,
  ): Promise<void> => {
    const cells = player.state.settlement.order.map((cell) => [cell, sources.get(cell) ?? ''] as const);
    const fresh = await other.fresh(cells, folder.origin);
    const states = notebookStates(player.state, false).cells;
    let chances: readonly ReadonlyMap<string, string>[] | null = null;
    let without: ReadonlyMap<string, string> = fresh;
    const typeOf = (cell: string): string | undefined => player.state.standings.get(cell)?.type;
    for (const cell of order) {
      const type = typeOf(cell);
      counts.cells += 1;
      if (type !== 'settled' && type !== 'failed') {
        const { state, reasons } = states.get(cell) ?? { state: 'unrun', reasons: [] };
        const shows =
          spoken(fresh.get(cell)) === spoken(shown.get(cell)) ? 'what it should' : 'something else';
        left.push(`${state}, showing ${shows}: ${reasons.join('; ')}`);
        continue;
      }
      counts.settled += 1;
      if (spoken(fresh.get(cell)) !== spoken(shown.get(cell))) {
        // a run from the top stops at a cell that was held back, or goes on without it
        if (without === fresh && order.some((each) => typeOf(each) === 'unrun')) {
          without = await other.fresh(
            cells.map(([id, source]) => [id, typeOf(id) === 'unrun' ? '' : source] as const),
            folder.origin,
          );
        }
        if (spoken(without.get(cell)) === spoken(shown.get(cell))) continue;
        // values from an unseeded random stream differ in most runs
        chances ??= await runsByChance(other, cells, folder.origin);
        if (chances.some((chance) => chance.get(cell) !== fresh.get(cell))) continue;
        wrong.push(`${what}: ${cell} shows ${shown.get(cell)}, a run from the top ${fresh.get(cell)}`);
      }
    }
    const excess = [...ranNow].filter(
      (cell) => !asked.includes(cell) && fresh.get(cell) === before.get(cell),
    );
    if (excess.length > 0)
      log.push(
        `  excess ${excess.map((cell) => `${cell}${restored.has(cell) ? '(restoring)' : ''}`).join(' ')}`,
      );
    // holders of an object made anew must get the new one
    const forced = restored.size > 0 ? held : [];
    const due = new Set([
      ...forced,
      ...asked,
      ...restored,
      ...order.filter((cell) => fresh.get(cell) !== before.get(cell)),
    ]);
    counts.due += Math.min(due.size, runs);
    before = fresh;
    log.push(
      `  ${what} ${[...player.state.standings].map(([cell, { type }]) => `${cell}:${type}`).join(' ')}`,
    );
    for (const cell of order)
      if (wrong.length > 0) log.push(`    ${cell}: ${JSON.stringify(sources.get(cell))}`);
  };
  const cells = (settles: boolean): CoreOperation => ({
    type: 'cells',
    order: [...order],
    sources: new Map(sources),
    settles,
  });
  const folder = await ScriptFolder.open(host, script.files ?? {}, copies, () =>
    player.state.settlement.foundPaths(),
  );
  /** Reports changes by other programs until no run for them finds more; `runs`: whether cells run now. */
  const hear = async (runs = true): Promise<ReadonlySet<string>> => {
    const all = new Set<string>();
    for (let looks = 0; looks <= LOOKS; looks += 1) {
      const unseen = await folder.look();
      if (unseen === null) return all;
      for (const cell of await dispatch({ type: 'files', unseen, runs })) all.add(cell);
      if (!runs) return all;
    }
    wrong.push('files change without end');
    return all;
  };
  try {
    await dispatch({ type: 'order-mode', mode: orderMode });
    await dispatch(cells(false));
    await dispatch({ type: 'run', cells: order, force: false });
    await hear();
    await compare('first', [], new Set(), 0);
    counts.runs = 0;
    for (const step of script.steps) {
      const ran = counts.runs;
      ranNow = new Set();
      held = new Set();
      const asked: string[] = [];
      if (step.type === 'write') {
        log.push(`write ${step.file} ${JSON.stringify(step.text)}`);
        await folder.write(step.file, step.text);
        if (step.unheard) continue;
        await compare('write', [], await hear(), counts.runs - ran);
        if (wrong.length > 0) break;
        continue;
      }
      log.push(`${step.type} ${step.cell}`);
      await hear(false);
      if (step.type === 'delete') order = order.filter((cell) => cell !== step.cell);
      else if (step.type === 'move')
        order = order.filter((cell) => cell !== step.cell).toSpliced(step.at, 0, step.cell);
      else {
        sources.set(step.cell, step.source);
        if (step.type === 'insert') order = order.toSpliced(step.at, 0, step.cell);
      }
      let restored = await dispatch(cells(step.type === 'delete' || step.type === 'move'));
      if ('source' in step && order.includes(step.cell)) {
        asked.push(step.cell);
        restored = await dispatch({ type: 'run', cells: [step.cell], force: false });
      }
      restored = new Set([...restored, ...(await hear())]);
      await compare(step.type, asked, restored, counts.runs - ran);
      if (wrong.length > 0) break;
    }
  } finally {
    await host.end();
    await folder.remove();
  }
  return { wrong, ...counts, left, log };
}
