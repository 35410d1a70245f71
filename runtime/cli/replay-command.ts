/** `sluice replay`: runs a session event by event and prints the facts of each (DESIGN 7). */

import { type EventFacts, eventFacts } from '../session/index.ts';
import type { SessionList } from '../sources/index.ts';
import type { Command } from './arguments.ts';
import { playEvents, readCommandSource, withWorkplace } from './opened-session.ts';
import { print, printJson } from './print.ts';
import { SessionSummary } from './session-summary.ts';

/** Runs the command; returns the exit code. */
export async function replay(command: Extract<Command, { type: 'replay' }>): Promise<number> {
  const source = await readCommandSource(command);
  if (source.type === 'session-list') {
    listSessions(source, command.json);
    return 0;
  }
  const summary = new SessionSummary();
  await withWorkplace(command, command.source, async (workplace) => {
    const kernel = await workplace.kernel(workplace.copy().path);
    await playEvents(kernel, source.events, { order: command.order }, (outcome, number, session) => {
      const facts = eventFacts(number, outcome, session);
      summary.add(facts);
      if (command.json) printJson(facts);
      else print(factsLine(facts));
    });
  });
  if (command.json) printJson(summary.facts());
  else print(summary.text());
  return 0;
}

function listSessions({ sessions }: SessionList, json: boolean): void {
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

/** One event for people. */
function factsLine(facts: EventFacts): string {
  const { event, type, cell, exec, status, guarantee } = facts;
  const parts = [`${String(event).padStart(4)} ${type}${cell === undefined ? '' : ` ${cell}`}`];
  if (exec !== undefined) {
    parts.push(`execution ${exec} ${status}`);
    if (facts.error !== null) parts.push(String(facts.error));
    parts.push(`reads ${listed(facts.reads)}`, `writes ${listed(facts.writes)}`);
    parts.push(`slice ${listed(facts.backward)}${guarantee === 'complete' ? '' : ' (not guaranteed)'}`);
  }
  for (const key of ['stale', 'fresh', 'refreshers', 'reactive']) {
    const cells = facts[key];
    if (Array.isArray(cells) && cells.length > 0) parts.push(`${key}: ${listed(cells)}`);
  }
  return parts.join(' · ');
}

function listed(value: unknown): string {
  return Array.isArray(value) && value.length > 0 ? value.join(' ') : '–';
}
