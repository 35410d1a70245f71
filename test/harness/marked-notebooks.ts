/**
 * The slice oracle over notebooks whose cells are marked as needed or needless. A slice may be too large (`mustNot`) or say that
 * it cannot be guaranteed. Wrong is only a slice with another value that claims to be complete. The smallest slice is not
 * searched.
 */

import type { Level } from '../../slicer/index.ts';
import { type Answer, graphOf, type Job, type Runner } from './host.ts';
import { checkSlice } from './oracle.ts';
import { remember } from './remember.ts';

/** A notebook with known needs of its value, found out by deleting cells. */
export interface MarkedNotebook {
  readonly name: string;
  readonly cells: readonly string[];
  readonly value: string;
  /** Cells (from 1) without which the value is another one. */
  readonly must: readonly number[];
  /** Cells without a common effect. */
  readonly mustNot: readonly number[];
  /** Cells with an error in the session. */
  readonly errors?: readonly number[];
  /** Its streams of random numbers begin anywhere. */
  readonly chance?: boolean;
  /** The oldest Python for it, such as `3.11`. */
  readonly python?: string;
  /** The first Python on which it fails without Sluice. */
  readonly before?: string;
  /** Whether its slice has to say `complete`, or must not. */
  readonly complete?: boolean;
  /** Modules without which the notebook is skipped. */
  readonly needs?: readonly string[];
  /** The reason for a failure in some mode. */
  readonly known?: string;
  /** The version of Python from which on the slice is right. */
  readonly knownBefore?: string;
  /** The first version of Python on which it is wrong. */
  readonly knownFrom?: string;
}

/** A way to slice a notebook. */
export interface Mode {
  readonly label: string;
  readonly level: Level;
  /** Probe events before tracing is switched off; without it, the default. */
  readonly budget?: number;
}

/** `SILENTLY WRONG`: the script gives another value and the slice says `complete`, or the probes changed the session. */
export type Mark = 'reproduced' | 'flagged' | 'SILENTLY WRONG' | 'no answer';

/** The result of one notebook in one mode. */
export interface Row {
  readonly name: string;
  readonly mode: string;
  readonly mark: Mark;
  readonly guaranteed: boolean;
  /** Needed cells missing in the slice. */
  readonly missing: readonly number[];
  /** Needless cells in the slice. */
  readonly extra: readonly number[];
  readonly why: string;
}

/** Modules in these notebooks that take long to import: a host has them from its start. */
export const HEAVY_MODULES: readonly string[] = [
  'numpy',
  'pandas',
  'sklearn.linear_model',
  'sklearn.cluster',
  'sklearn.model_selection',
  'sklearn.pipeline',
  'matplotlib.pyplot',
];

/**
 * Slices the last cell in every mode; a session or script beyond `timeout` seconds has no answer. Throws when the marks do not
 * hold for the notebook itself, without probes.
 */
export async function judge(
  host: Runner,
  notebook: MarkedNotebook,
  modes: readonly Mode[],
  timeout: number,
): Promise<Row[]> {
  const once = remember(host);
  const job: Job = {
    cells: notebook.cells.map((source, i) => [`c${i + 1}`, source] as const),
    names: [notebook.value],
    timeout,
    ...(notebook.chance ? { chance: true } : {}),
  };
  const plain = await once.run({ ...job, probes: false });
  const errors = plain.runs.flatMap((run, i) => (run.status === 'error' ? [i + 1] : []));
  if (errors.join() !== (notebook.errors ?? []).join())
    throw new Error(`cells with errors: ${errors.join()}`);
  if (!(notebook.value in plain.values)) throw new Error(`no value ${notebook.value}`);
  const sessions = new Map<number | undefined, Promise<Answer>>();
  const rows: Row[] = [];
  for (const mode of modes) {
    const traced: Job = mode.budget === undefined ? job : { ...job, budget: mode.budget };
    const session = sessions.get(mode.budget) ?? once.run(traced);
    sessions.set(mode.budget, session);
    rows.push(await judgeMode(once, notebook, mode, traced, plain, session));
  }
  return rows;
}

async function judgeMode(
  host: Runner,
  notebook: MarkedNotebook,
  mode: Mode,
  job: Job,
  plain: Answer,
  running: Promise<Answer>,
): Promise<Row> {
  const { name, cells, must, mustNot } = notebook;
  const row = { name, mode: mode.label, guaranteed: false, missing: [], extra: [] };
  try {
    const session = await running;
    const changed = probesChanged(notebook, plain, session);
    if (changed !== '') return { ...row, mark: 'SILENTLY WRONG', why: `changed by probes: ${changed}` };
    const graph = graphOf(job, session);
    const verdict = await checkSlice(host, job, session, graph, cells.length, mode.level);
    const guaranteed = verdict.guarantee === 'complete';
    return {
      ...row,
      mark: verdict.reproduced ? 'reproduced' : guaranteed ? 'SILENTLY WRONG' : 'flagged',
      guaranteed,
      missing: must.filter((cell) => !verdict.executions.includes(cell)),
      extra: mustNot.filter((cell) => verdict.executions.includes(cell)),
      why: [verdict.difference, ...verdict.reasons].filter((part) => part !== '').join(' | '),
    };
  } catch (error) {
    return { ...row, mark: 'no answer', why: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether probes changed the session: then no comparison with it has a value. */
function probesChanged({ value }: MarkedNotebook, plain: Answer, session: Answer): string {
  for (const [i, run] of plain.runs.entries()) {
    const error = session.runs[i]?.error ?? null;
    if (error !== run.error) return `error of cell ${i + 1}: ${run.error} became ${error}`;
  }
  const [expected, got] = [plain.values[value], session.values[value]];
  return expected?.[1] === got?.[1] ? '' : `${value}: ${expected?.[0]} became ${got?.[0]}`;
}
