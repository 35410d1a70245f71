/** Sessions from files for the pages of `sluice open`: read, and replayed in private copies of their folders. */

import { basename, dirname } from 'node:path';
import { ReplayedSession } from '../../live/index.ts';
import { ensurePrivatePython } from '../../python/index.ts';
import type { UiServerOptions } from '../../server/index.ts';
import { readSource, type SourceSession } from '../../sources/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommonOptions } from '../options/common-options.ts';
import { replayInCopy } from '../replay/replaying.ts';
import { progress } from '../terminal/progress.ts';
import type { Workplace } from '../workplace/workplace.ts';

type SessionReader = UiServerOptions['sessions'];

/** A reader of sessions. `workplace`: opened for the first replay. */
export function sessionReader(
  options: CommonOptions,
  workplace: (path: string) => Promise<Workplace>,
): SessionReader {
  const python = () => options.python ?? ensurePrivatePython(progress);
  return {
    async list(path) {
      const found = await readSource(path, { python });
      if (found.type === 'session-list') return { kind: 'history', sessions: found.sessions };
      return { kind: 'recorded', sessions: [] };
    },
    async open(path, session) {
      const found = await readSource(path, { python, ...(session === null ? {} : { session }) });
      if (found.type !== 'session') throw new SluiceError(`${path} is a history: choose one of its sessions`);
      return new ReplayedSession(found, titleOf(found), {
        startReplay: async (events) => {
          const place = await workplace(path);
          const copy = await place.copy(events, { folder: dirname(path) });
          const close = (): Promise<void> => place.removeCopy(copy);
          try {
            const kernel = await place.kernel(copy);
            return {
              kernel,
              original: copy.original,
              close: async () => {
                await place.closeKernel(kernel);
                await close();
              },
            };
          } catch (error) {
            await close();
            throw error;
          }
        },
        replay: async (...what) => replayInCopy(await workplace(path), dirname(path), ...what),
      });
    },
  };
}

function titleOf(found: SourceSession): string {
  if (found.kind !== 'history') return basename(found.path);
  const { session, start } = found.info;
  return `Session ${session}${start === null ? '' : `, ${start}`}`;
}
