/** The steps of a session, and the notebook after each. It runs nothing. */

import type { CellId, Exec } from '../../../slicer/index.ts';
import { orderAfter, type SessionEvent } from '../../sources/index.ts';
import type { SessionStep, StepCell } from '../messages/session-messages.ts';

/** Characters of a step's code in a timeline. */
const HEAD_CHARACTERS = 300;

/** The steps, with the numbers of their executions. */
export function stepsOf(events: readonly SessionEvent[]): SessionStep[] {
  let executions = 0;
  return events.map((event) => {
    if (event.type === 'run') executions += 1;
    return {
      type: event.type,
      cell: 'cell' in event ? event.cell : null,
      head: 'source' in event ? event.source.slice(0, HEAD_CHARACTERS) : '',
      exec: event.type === 'run' ? executions : null,
    };
  });
}

/** The cells after the first `count` events, in notebook order. */
export function cellsAfter(events: readonly SessionEvent[], count: number): StepCell[] {
  const cells = new Map<CellId, { source: string; exec: Exec | null; ran: string | null }>();
  let order: readonly CellId[] = [];
  let executions = 0;
  for (const event of events.slice(0, count)) {
    order = orderAfter(order, event);
    if (event.type === 'run') {
      executions += 1;
      cells.set(event.cell, { source: event.source, exec: executions, ran: event.source });
    } else if (event.type === 'edit') {
      const { exec = null, ran = null } = cells.get(event.cell) ?? {};
      cells.set(event.cell, { source: event.source, exec, ran });
    } else if (event.type === 'delete') cells.delete(event.cell);
  }
  return order.flatMap((id) => {
    const cell = cells.get(id);
    if (cell === undefined) return [];
    const { source, exec, ran } = cell;
    return [{ id, source, exec, edited: ran !== null && ran !== source }];
  });
}
