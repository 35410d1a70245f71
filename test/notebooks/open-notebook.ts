/** Opens a notebook that is to be checked: its runs, and a workplace for them. It checks nothing. */

import { Workplace } from '../../runtime/cli/workplace.ts';
import { readSource, type SessionEvent } from '../../runtime/sources/index.ts';

/** A run of one of its cells. */
export type Run = Extract<SessionEvent, { type: 'run' }>;

/** Gives a check the runs of the notebook at `path`, in a workplace that is closed afterwards. */
export async function withNotebook<T>(
  path: string,
  python: string,
  check: (workplace: Workplace, events: readonly Run[]) => Promise<T>,
): Promise<T> {
  const source = await readSource(path, { python: () => python });
  if (source.type !== 'session') throw new Error(`${path} is not a notebook`);
  const events = source.events.filter((event): event is Run => event.type === 'run');
  const workplace = await Workplace.open({ python, trace: 'on', json: false, effects: [] }, path);
  try {
    return await check(workplace, events);
  } finally {
    await workplace.close();
  }
}
