/** How the code of a source uses the source's folder: names of files, folders above, absolute paths. It reads no files. */

import { homedir } from 'node:os';
import { relative } from 'node:path';
import type { Uses } from '../../copies/index.ts';
import type { SessionEvent } from '../../sources/index.ts';

/** The uses of a folder by the code of the events. */
export function folderUses(events: readonly SessionEvent[], folder: string): Uses {
  return { parents: foldersAbove(events), names: namesIn(events), isAbsolute: namesPath(events, folder) };
}

/** Whether the code has an absolute path into the folder. */
function namesPath(events: readonly SessionEvent[], folder: string): boolean {
  const fromHome = relative(homedir(), folder);
  const paths = [folder, ...(fromHome.startsWith('..') || fromHome === '' ? [] : [`~/${fromHome}`])];
  return events.some((event) => event.type === 'run' && paths.some((path) => event.source.includes(path)));
}

/** Possible names of files in the code of the events, including parts of paths. */
function namesIn(events: readonly SessionEvent[]): ReadonlySet<string> {
  const sources = events.flatMap((event) => (event.type === 'run' ? [event.source] : []));
  return new Set(sources.flatMap((source) => source.match(/[^\s'"/\\()[\]{},:;=]+/g) ?? []));
}

/** The number of folders above the source's own that the code refers to: one for each `..` of a path, at most three. */
function foldersAbove(events: readonly SessionEvent[]): number {
  let most = 0;
  for (const event of events) {
    if (event.type !== 'run') continue;
    for (const [path] of event.source.matchAll(/(?<![.\w])\.\.(?:[/\\]\.\.)*(?![.\w])/g)) {
      most = Math.max(most, path.split(/[/\\]/).length);
    }
    if (/\.parents?\b|\bpardir\b|dirname\(/.test(event.source)) most = Math.max(most, 2);
  }
  return Math.min(most, 3);
}
