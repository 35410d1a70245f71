/**
 * The slice oracle over notebooks written to break it, by somebody who had not read the tracer. A slice may be too large
 * (`mustNot`) or say that it cannot be guaranteed; the test fails only for one that is wrong and says nothing. It does
 * not look for the smallest slice.
 */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Level } from '../slicer/index.ts';
import { type Answer, graphOf, Host, type Job, testPython } from './harness/host.ts';
import { checkSlice } from './harness/oracle.ts';

interface AdversarialNotebook {
  readonly name: string;
  readonly cells: readonly string[];
  readonly value: string;
  /** Cells (from 1) without which the value is another one. */
  readonly must: readonly number[];
  /** Cells that together change nothing. */
  readonly mustNot: readonly number[];
  /** Cells that end in an error in the session. */
  readonly errors?: readonly number[];
}

interface Mode {
  readonly label: string;
  readonly level: Level;
  readonly budget?: number;
}

const MODES: readonly Mode[] = [
  { label: 'cell', level: 'cell' },
  { label: 'statement', level: 'statement' },
  { label: 'cell, budget 0', level: 'cell', budget: 0 },
];

/** `SILENTLY WRONG`: the script gives another value and the slice says `complete`, or the probes changed the session. */
type Mark = 'reproduced' | 'flagged' | 'SILENTLY WRONG' | 'no answer';

interface Row {
  readonly name: string;
  readonly mode: string;
  readonly mark: Mark;
  readonly guaranteed: boolean;
  readonly missing: readonly number[];
  readonly extra: readonly number[];
  readonly why: string;
}

const PRELOAD = [
  'numpy',
  'pandas',
  'sklearn.linear_model',
  'sklearn.model_selection',
  'sklearn.pipeline',
  'matplotlib.pyplot',
];

for (const suite of ['adversarial-a', 'adversarial-b']) {
  const text = readFileSync(new URL(`./cases/${suite}.jsonl`, import.meta.url), 'utf8');
  const cases = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as AdversarialNotebook);

  describe(suite, () => {
    let host: Host;
    const rows: Row[] = [];
    beforeAll(async () => {
      host = new Host(await testPython(), PRELOAD);
    }, 600_000);
    afterAll(() => {
      host.close();
      console.log(report(suite, rows));
    });

    test.each(cases)('$name', { timeout: 180_000 }, async (notebook) => {
      const job: Job = {
        cells: notebook.cells.map((source, i) => [`c${i + 1}`, source] as const),
        names: [notebook.value],
        timeout: 20,
      };
      const plain = await host.run({ ...job, probes: false });
      const errors = plain.runs.flatMap((run, i) => (run.status === 'error' ? [i + 1] : []));
      expect(errors, 'the case itself').toEqual(notebook.errors ?? []);
      expect(plain.values, 'the case itself').toHaveProperty(notebook.value);
      const sessions = new Map<number | undefined, Promise<Answer>>();
      for (const mode of MODES) {
        const traced: Job = mode.budget === undefined ? job : { ...job, budget: mode.budget };
        const session = sessions.get(mode.budget) ?? host.run(traced);
        sessions.set(mode.budget, session);
        rows.push(await checkMode(host, notebook, mode, traced, plain, session));
      }
      const wrong = rows.filter((row) => row.name === notebook.name && row.mark === 'SILENTLY WRONG');
      expect(wrong.map((row) => `${row.mode}: ${row.why}`)).toEqual([]);
    });
  });
}

async function checkMode(
  host: Host,
  notebook: AdversarialNotebook,
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

/** A session that the probes changed makes every comparison with it worthless. */
function probesChanged({ value }: AdversarialNotebook, plain: Answer, session: Answer): string {
  for (const [i, run] of plain.runs.entries()) {
    const error = session.runs[i]?.error ?? null;
    if (error !== run.error) return `error of cell ${i + 1}: ${run.error} became ${error}`;
  }
  const [expected, got] = [plain.values[value], session.values[value]];
  return expected?.[1] === got?.[1] ? '' : `${value}: ${expected?.[0]} became ${got?.[0]}`;
}

function report(suite: string, rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const mark = row.mark === 'reproduced' && !row.guaranteed ? 'reproduced, not guaranteed' : row.mark;
    const cells = [
      row.missing.length > 0 ? `LACKS ${row.missing.join(' ')}` : '',
      row.extra.length > 0 ? `imprecise ${row.extra.join(' ')}` : '',
    ].filter((part) => part !== '');
    const why = row.why.replaceAll('\n', ' ').slice(0, 220);
    return `${row.mode.padEnd(15)} ${row.name.padEnd(46)} ${mark.padEnd(27)} ${cells.join(', ').padEnd(24)} ${why}`;
  });
  const totals = MODES.map(({ label }) => {
    const own = rows.filter((row) => row.mode === label);
    const count = (mark: Mark) => own.filter((row) => row.mark === mark).length;
    const reproduced = own.filter((row) => row.mark === 'reproduced');
    return [
      `${suite}, ${label}: ${own.length} cases`,
      `${count('reproduced')} reproduced (${reproduced.filter((row) => row.guaranteed).length} guaranteed)`,
      `${count('flagged')} flagged`,
      `${count('SILENTLY WRONG')} SILENTLY WRONG`,
      `${count('no answer')} no answer`,
      `${own.filter((row) => row.missing.length > 0).length} lack a needed cell`,
      `${own.filter((row) => row.extra.length > 0).length} imprecise`,
    ].join(', ');
  });
  return [...lines, '', ...totals].join('\n');
}
