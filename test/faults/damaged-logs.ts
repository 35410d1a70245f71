/** Opens a notebook beside damaged session logs, from a seed. Returns all faults; empty: none. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NotebookHost, ReactiveNotebook } from '../../runtime/live/index.ts';
import type { LogEntry, LoggedRecord } from '../../runtime/live/log/log-entries.ts';
import { sessionLogOf } from '../../runtime/live/log/session-log.ts';
import type { FromPage, FromServer, Question } from '../../runtime/live/messages/messages.ts';
import { recordOf } from '../bench/made-up-records.ts';
import type { Choices } from '../generator/random.ts';
import { bogusText, bogusValue } from '../security/bogus.ts';
import { NO_CHECKER } from '../session/no-checker.ts';
import { NO_CHOICES } from '../session/no-choices.ts';
import { NO_TRIALS } from '../session/no-trials.ts';

/** Of a notebook with the cells `c1` and `c2`. */
const LOG: readonly LogEntry[] = [
  { type: 'session', version: 1, process: 999_999_999 },
  { type: 'cells', order: ['c1', 'c2'], sources: { c1: 'x = 1', c2: 'y = x' } },
  { type: 'kernel', id: 'k', server: null, agent: 'a' },
  ...run(1, 'c1', [], ['x']),
  ...run(2, 'c2', ['x'], ['y']),
  { type: 'freeze', cell: 'c1', on: true },
  { type: 'mode', mode: 'lazy' },
  { type: 'order-mode', mode: 'any-order' },
  { type: 'arranged', order: ['c2', 'c1'] },
  ...run(3, 'c1', [], ['x']),
  { type: 'restarted' },
  ...run(4, 'c2', ['x'], ['y']),
];

function run(exec: number, cell: string, reads: readonly string[], writes: readonly string[]): LogEntry[] {
  const { symbols: _, objects: __, ...record } = recordOf(exec, cell, [{ reads, writes }]);
  const logged: LoggedRecord = { ...record, symbols: { o1: 'x' }, objects: {} };
  const { source } = record;
  return [
    { type: 'start', exec, cell, source },
    {
      type: 'ran',
      record: logged,
      same: null,
      run: {
        status: 'ok',
        count: exec,
        outputs: [{ output_type: 'stream', name: 'stdout', text: 'out\n' }],
        error: null,
        request: `r${exec}`,
        at: 1,
        ms: 2,
      },
    },
  ];
}

/** The text of a log, partly wrong. */
export function damagedLog(choices: Choices): string {
  const lines = LOG.map((entry) => JSON.stringify(entry));
  const at = choices.int(0, lines.length - 1);
  switch (choices.int(0, 5)) {
    case 0:
      return bogusText(choices, `${lines.join('\n')}\n`);
    case 1:
      return `${lines.toSpliced(at, 1).join('\n')}\n`;
    case 2:
      return `${lines.toSpliced(at, 0, choices.pick(lines)).join('\n')}\n`;
    case 3:
      return lines.join('\n').slice(0, choices.int(0, 3_000));
    default: {
      const bogus = JSON.stringify(bogusValue(choices, JSON.parse(lines[at]!))) ?? '';
      return `${lines.with(at, bogus).join('\n')}\n`;
    }
  }
}

const HOST: NotebookHost = {
  startKernel: async () => {
    throw new Error('there is no kernel here');
  },
  joinKernel: async () => null,
  ...NO_CHOICES,
  signatures: null,
  say: () => {},
  checker: NO_CHECKER,
  trials: NO_TRIALS,
  replay: async () => {
    throw new Error('nothing is verified here');
  },
};

const QUESTIONS: readonly Question[] = [
  { ask: 'graph', id: 1 },
  { ask: 'history', id: 2, after: 0 },
  { ask: 'slice', id: 3, of: { type: 'cell', cell: 'c2' }, direction: 'backward', level: 'statement' },
  { ask: 'past-slice', id: 4, exec: 2, direction: 'forward', level: 'cell' },
  { ask: 'preview', id: 5, cells: ['c1', 'c2'] },
  { ask: 'problems', id: 6, phase: 'share' },
];

/** Opens `notebook` with this log, asks and edits, and closes it. */
export async function openDamaged(notebook: string, log: string): Promise<string[]> {
  const place = sessionLogOf(notebook);
  mkdirSync(join(place, '..'), { recursive: true });
  writeFileSync(place, log);
  const before = readFileSync(notebook, 'utf8');
  const heard: FromServer[] = [];
  try {
    const opened = new ReactiveNotebook(notebook, HOST);
    const line = opened.connect((message) => heard.push(message));
    const say = (message: FromPage) => line.receive(message);
    for (const question of QUESTIONS) say(question);
    say({ op: 'freeze', cell: 'c2', on: true });
    say({ op: 'order', cells: ['c2', 'c1'] });
    say({ op: 'order', cells: ['c1', 'c2'] });
    await new Promise((resolve) => setImmediate(resolve));
    await opened.close();
  } catch (error) {
    return [`${String(error)}: ${log.slice(0, 300)}`];
  }
  const wrong = heard.some(({ type }) => type === 'notebook') ? [] : ['the notebook is not shown'];
  const answers = heard.filter(({ type }) => type === 'answer').length;
  if (answers < QUESTIONS.length) wrong.push(`${answers} answers of ${QUESTIONS.length}`);
  if (readFileSync(notebook, 'utf8') !== before) wrong.push('the notebook is another one');
  for (const message of heard) {
    const said = message.type === 'error' ? message.message : '';
    const failed = message.type === 'answer' && message.answer.to === 'failed' ? message.answer.message : '';
    // messages of JavaScript for a bug
    if (/undefined|null \(|not a function|not iterable|stack/.test(said + failed)) wrong.push(said + failed);
  }
  return wrong.map((what) => `${what}: ${log}`);
}
