/** Opens a notebook for a check: its runs, and a workplace for these. It checks nothing. */

import { Workplace } from '../../runtime/cli/workplace/workplace.ts';
import type { WorkingCopy } from '../../runtime/copies/index.ts';
import { readSource, type SessionEvent } from '../../runtime/sources/index.ts';

/** A run of one of its cells. */
export type Run = Extract<SessionEvent, { type: 'run' }>;

/** A workplace with a copy of the notebook's folder: `renew` restores the folder for every run, at the same path. */
export interface NotebookPlace {
  readonly workplace: Workplace;
  readonly copy: WorkingCopy;
}

/** Gives a check the runs of the notebook at `path`, in a workplace that is closed afterwards. */
export async function withNotebook<T>(
  path: string,
  python: string,
  check: (place: NotebookPlace, events: readonly Run[]) => Promise<T>,
): Promise<T> {
  const source = await readSource(path, { python: () => python });
  if (source.type !== 'session') throw new Error(`${path} is not a notebook`);
  const events = source.events.filter((event): event is Run => event.type === 'run');
  const options = { trace: 'on', json: false, effects: [], inPlace: false, copyLimit: null } as const;
  const workplace = await Workplace.open({ python, ...options }, path);
  try {
    return await check({ workplace, copy: await workplace.copy(events, { isRenewed: true }) }, events);
  } finally {
    await workplace.close();
  }
}
