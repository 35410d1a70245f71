/** The tools that run cells: `plan`, `run`, `status`, `interrupt`, `restart`. */

import type { AgentReply, AgentRun, Goal } from '../live/index.ts';
import { SluiceError } from '../words/index.ts';
import { conflictResult, isConflict } from './conflict.ts';
import { cut, jsonBytes, pagesOf, USUAL_BYTES, withItems } from './fitting.ts';
import type { AgentNotebooks } from './open-notebooks.ts';
import { FROM, flag, REVISION, type ToolResult, text, tool } from './tool.ts';
import { cellLine, countsOf, DATA_NOTE, kernelOf, outputPieces } from './words.ts';

/** A call without a wish waits so long for the end of a run. */
const USUAL_WAIT_S = 30;
const LONGEST_WAIT_S = 600;
const ERROR_CHARACTERS = 500;

const GOAL = text(
  'what to bring up to date: cell:ID (a cell and what it needs), stale (all that has run before), or all',
);
const FORCE = flag('run the cells of the goal again even if they are up to date');
const WAIT = {
  type: 'number',
  minimum: 0,
  maximum: LONGEST_WAIT_S,
  description: `wait at most so many seconds for the end (${USUAL_WAIT_S}); the run goes on without you`,
};
const RUN_ID = text('the id that run gave');

function goalOf(given: string): Goal {
  if (given === 'stale' || given === 'all') return { type: given };
  const cell = /^cell:\s*(\S[^\n]*)$/.exec(given)?.[1];
  if (cell === undefined)
    throw new SluiceError(`the goal is cell:ID, stale or all, not ${given.slice(0, 60)}`);
  return { type: 'cell', cell };
}

interface PlanArguments {
  readonly revision: string;
  readonly goal: string;
  readonly force?: boolean;
}

export const PLAN = tool<PlanArguments & { readonly from?: number }>({
  name: 'plan',
  description:
    'The cells that a run would run, in order, with the reason for each and the expected seconds. Runs nothing.',
  properties: { revision: REVISION, goal: GOAL, force: FORCE, from: FROM },
  required: ['revision', 'goal'],
  reads: true,
  async run({ path, revision, goal, force = false, from = 0, limit = USUAL_BYTES }, notebooks) {
    const request = { do: 'plan', revision, goal: goalOf(goal), force } as const;
    const found = await notebooks.request(path, request, 'plan');
    if (isConflict(found)) return conflictResult(found, limit);
    const { cells, seconds, held } = found;
    const shown = cells.map(({ why, ...rest }) => ({ ...rest, why: cut(why, 200) }));
    const note = cells.length === 0 && held.length === 0 ? { note: noteOf(goal) } : {};
    const head = {
      revision: found.revision,
      seconds: seconds && Math.round(100 * seconds) / 100,
      ...note,
      ...(held.length > 0 ? { held } : {}),
    };
    return { result: withItems({ ...head, data: DATA_NOTE }, 'cells', shown, { limit, from }) };
  },
});

function noteOf(goal: string): string {
  if (goal !== 'stale') return 'everything of the goal is up to date: nothing needs to run';
  return 'nothing that has run before is out of date; cells that have not run belong to the goal all';
}

export const RUN = tool<PlanArguments & { readonly wait?: number }>({
  name: 'run',
  description:
    'Bring the goal up to date. Gives the run id, and the end if it comes within the wait: cells that ran, errors, and the outputs of the goal.',
  properties: { revision: REVISION, goal: GOAL, force: FORCE, wait: WAIT },
  required: ['revision', 'goal'],
  reads: false,
  async run({ path, revision, goal, force = false, wait = USUAL_WAIT_S, limit = USUAL_BYTES }, notebooks) {
    const waitMs = Math.round(1000 * Math.min(wait, LONGEST_WAIT_S));
    const request = { do: 'run', revision, goal: goalOf(goal), force, waitMs } as const;
    const found = await notebooks.request(path, request, 'run');
    if (isConflict(found)) return conflictResult(found, limit);
    return runResult(path, found, limit, notebooks);
  },
});

export const STATUS = tool<{ readonly run?: string; readonly wait?: number }>({
  name: 'status',
  description:
    'How a run stands, or (without run) the kernel, the states of cells and the runs of the notebook.',
  properties: { run: RUN_ID, wait: WAIT },
  required: [],
  reads: true,
  async run({ path, run, wait = 0, limit = USUAL_BYTES }, notebooks) {
    if (run !== undefined) {
      const waitMs = Math.round(1000 * Math.min(wait, LONGEST_WAIT_S));
      const found = await notebooks.request(path, { do: 'status', run, waitMs }, 'run');
      return isConflict(found) ? conflictResult(found, limit) : runResult(path, found, limit, notebooks);
    }
    const found = await notebooks.request(path, { do: 'status' }, 'look');
    if (isConflict(found)) return conflictResult(found, limit);
    const { revision, mode, runs, cells } = found;
    const waiting = cells.flatMap(({ id, prompt }) => (prompt === null ? [] : [{ cell: id, prompt }]));
    const busy = cells.filter(({ state }) => state === 'running' || state === 'queued');
    const head = { revision, kernel: kernelOf(found), mode, states: countsOf(cells), runs, waiting };
    return { result: withItems({ ...head, data: DATA_NOTE }, 'active', busy.map(cellLine), { limit }) };
  },
});

export const INTERRUPT = tool<{ readonly run?: string }>({
  name: 'interrupt',
  description:
    'Interrupt a run, or (without run) whatever runs in the notebook. A run that has ended stays as it is.',
  properties: { run: RUN_ID },
  required: [],
  reads: false,
  async run({ path, run }, notebooks) {
    const request = { do: 'interrupt', ...(run === undefined ? {} : { run }) } as const;
    const found = await notebooks.request(path, request, 'interrupted');
    if (isConflict(found)) return conflictResult(found);
    const isOver = run !== undefined && found.runs.length === 0;
    const note = isOver
      ? { note: 'the run had ended already' }
      : found.stopped
        ? {}
        : { note: 'the cell does not stop: interrupt again, or restart' };
    return { result: { interrupted: found.runs, ...note } };
  },
});

export const RESTART = tool({
  name: 'restart',
  description:
    'Start the kernel of the notebook again. All its values are lost: the result lists cells and names.',
  properties: {},
  required: [],
  reads: false,
  async run({ path, limit = USUAL_BYTES }, notebooks) {
    const found = await notebooks.request(path, { do: 'restart' }, 'restarted');
    if (isConflict(found)) return conflictResult(found, limit);
    const { revision, lost } = found;
    const head = { revision, restarted: true, lost_cells: lost.cells.slice(0, 50), lost: lost.cells.length };
    return { result: withItems(head, 'lost_names', lost.names, { limit }) };
  },
});

type RunReply = Extract<AgentReply, { readonly type: 'run' }>;

async function runResult(
  path: string,
  { revision, run }: RunReply,
  limit: number,
  notebooks: AgentNotebooks,
): Promise<ToolResult> {
  const { status, ran, left, waiting, ms, reason } = run;
  const items = ran.map(({ error, ...rest }) => {
    return { ...rest, ...(error === null ? {} : { error: cut(error, ERROR_CHARACTERS) }) };
  });
  const head = {
    revision,
    run: run.run,
    status,
    ms,
    ...helpOf(run),
    ...(reason === null ? {} : { reason: cut(reason, ERROR_CHARACTERS) }),
    ...(waiting === null ? {} : { waiting }),
    ...(left.length === 0
      ? {}
      : { left: left.slice(0, 10).map((each) => ({ ...each, why: cut(each.why, 200) })) }),
    data: DATA_NOTE,
  };
  const result = withItems(head, 'ran', items, { limit });
  const room = limit - jsonBytes(result) - 100;
  if (run.goal.type !== 'cell' || status === 'running' || room < 200) return { result };
  const found = await notebooks.request(path, { do: 'read', cell: run.goal.cell }, 'read');
  if (isConflict(found)) return { result };
  const pages = pagesOf(found.outputs.flatMap(outputPieces), room);
  const more = pages.length > 1 ? { more: 'the outputs go on: read them with part outputs' } : {};
  return { result: { ...result, outputs: pages[0], ...more } };
}

function helpOf({ status, waiting }: AgentRun): object {
  if (waiting !== null)
    return { help: 'a cell waits for input: a person can answer in the page, or interrupt' };
  if (status === 'running') return { help: 'ask again: status with this run' };
  return status === 'died' ? { help: 'restart starts a new kernel; all values are lost' } : {};
}
