/** The steps of a session, from the first one on. */

import { cellTitle } from '../../slicer/browser.ts';
import { Timeline, type TimelineRow } from '../history/timeline.tsx';
import { duration } from '../notebook/state-words.ts';
import { ends, goToStep, replay, session, step } from './session-state.ts';

const DONE = {
  run: '',
  edit: 'edited',
  delete: 'deleted',
  order: 'cells in a new order',
  restart: 'kernel restarted',
};

export function StepTimeline() {
  const { played } = replay.value;
  const rows = (session.value?.steps ?? []).map(({ type, cell, head, exec }, index): TimelineRow => {
    const end = ends.value.get(index + 1);
    const code = cellTitle(head);
    const done = code === '' ? '' : DONE[type];
    const facts = [cell === null ? '' : cellLabel(cell), done, end ? duration(end.ms) : ''];
    return {
      key: index + 1,
      number: exec === null ? '' : String(exec),
      code: code || DONE[type],
      facts: facts.filter((fact) => fact !== '').join(' · '),
      ended: end?.status ?? 'unknown',
      heading: null,
      note:
        played === index + 1 && played < (session.value?.steps.length ?? 0) ? 'replayed up to here' : null,
    };
  });
  return <Timeline rows={rows} chosen={step.value} choose={goToStep} label="Steps of the session" />;
}

/** How a cell of a session is called. */
export function cellLabel(cell: string): string {
  return /^cell/i.test(cell) ? cell : `cell ${cell}`;
}
