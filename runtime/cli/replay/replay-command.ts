/** `sluice replay`: runs a session event by event and prints the facts of each (docs/sessions.md). */

import { type EventFacts, eventFacts } from '../../session/index.ts';
import { cellNames, type SessionList, toPlay } from '../../sources/index.ts';
import type { Command } from '../arguments.ts';
import { readCommandSource } from '../sources/command-source.ts';
import { playEvents } from '../sources/opened-session.ts';
import { print, printJson } from '../terminal/print.ts';
import { oneLine, progress } from '../terminal/progress.ts';
import { withWorkplace } from '../workplace/workplace.ts';
import { SessionSummary } from './session-summary.ts';

/** Runs the command; returns the exit code. */
export async function replay(command: Extract<Command, { type: 'replay' }>): Promise<number> {
  const read = await readCommandSource(command);
  if (read.type === 'session-list') {
    listSessions(read, command.json);
    return 0;
  }
  const source = toPlay(read);
  const nameOf = cellNames(source);
  const labelled = (cell: string): string => (source.kind === 'notebook' ? `cell ${nameOf(cell)}` : cell);
  const summary = new SessionSummary();
  await withWorkplace(command, command.source, async (workplace) => {
    const copy = await workplace.copy(source.events);
    const kernel = await workplace.kernel(copy);
    await playEvents(kernel, source, { order: command.order }, (outcome, number, session) => {
      const facts = eventFacts(number, outcome, session, copy);
      summary.add(facts);
      if (command.json) printJson(facts);
      else print(factsText(facts, labelled));
    });
  });
  if (command.json) printJson(summary.facts());
  else print(summary.text());
  return 0;
}

function listSessions({ sessions, path }: SessionList, json: boolean): void {
  if (sessions.length === 0) progress(`${path} has no sessions: nothing was ever stored in it`);
  for (const session of sessions) {
    if (json) printJson({ type: 'session', ...session });
    else {
      const { session: number, start, end, executions, preview } = session;
      const time = `${start ?? 'unknown start'} – ${end ?? 'not ended'}`;
      print(
        `${String(number).padStart(4)}  ${time}  ${String(executions).padStart(5)} executions  ${preview}`,
      );
    }
  }
}

const LABEL = 22;
const SHOWN = 8;
const WORDS: Readonly<Record<string, string>> = { order: 'new order of cells', restart: 'kernel restarted' };

/** One event for people: the run, its reads, writes and needs, and the cells out of date afterwards. */
function factsText(facts: EventFacts, labelled: (cell: string) => string): string {
  const lines: string[] = [];
  if (facts.exec !== undefined) {
    const { status, error, reads, writes, backward, exec, guarantee } = facts;
    if (error !== null) lines.push(`${status}: ${oneLine(error)}`);
    else if (status !== 'ok') lines.push(status);
    if (reads.length > 0) lines.push(`reads ${listed(reads)}`);
    if (writes.length > 0) lines.push(`writes ${listed(writes)}`);
    const needed = backward.filter((other) => other !== exec);
    const needs =
      needed.length === 0 ? 'needs nothing before it' : `needs ${listed(needed.map((n) => `[${n}]`))}`;
    lines.push(guarantee === 'complete' ? needs : `${needs} (not guaranteed: ${reasonsText(facts.reasons)})`);
  }
  const { stale, fresh, reactive } = facts;
  const marks = [
    `stale: ${listed(stale.map(labelled))}`,
    `new inputs: ${listed(fresh.map(labelled))}`,
    `to run again: ${listed(reactive.map(labelled))}`,
  ];
  const shown = marks.filter((_, index) => [stale, fresh, reactive][index]?.length);
  if (shown.length > 0) lines.push(`→ ${shown.join('; ')}`);
  const label = facts.exec === undefined ? (WORDS[facts.type] ?? facts.type) : `[${facts.exec}]`;
  const [first = '', ...rest] = lines;
  const head = `${label.padStart(4)} ${facts.cell === undefined ? '' : labelled(facts.cell)}`.padEnd(LABEL);
  return [`${head} ${first}`.trimEnd(), ...rest.map((line) => `${' '.repeat(LABEL)} ${line}`)].join('\n');
}

function reasonsText(reasons: readonly string[]): string {
  const [first = 'no reason given'] = reasons;
  return reasons.length > 1 ? `${first}, and ${reasons.length - 1} more` : first;
}

function listed(names: readonly string[]): string {
  const rest = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  return `${names.slice(0, SHOWN).join(', ')}${rest}`;
}
