/**
 * Sessions that the papers leave out because their effects are decided outside of them: they run or load files that nobody has, or work with
 * the system, servers and databases (the filters of the published artifact of Macke et al. 2021, run-replay-experiments.py, but for those
 * that name a single repository). This file looks at text alone.
 */

import type { SessionEvent } from '../../../sources/index.ts';

/** `!ls`, `x = !ls`: `os.system` by another name; not `![picture](…)`, which was meant for Markdown. */
const COMMAND = /^[ \t]*(?:[\w, ]+=[ \t]*)?!{1,2}[ \t]*([\w.~/][\w./-]*)/m;
const MAGIC = /^[ \t]*%{1,2}(run|load|loadpy|pycat|bash|sh|script|sx|system)\b/m;
const MODULE =
  /\b(subprocess|shutil|pyspark|psycopg2|sqlite3|pymongo|mysql|cuda|requests|threading|glob|nmap|pwn|turtle|os\.system|os\.walk)\b/;

/** Actions in the order of the search, with the text before the name. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [MAGIC, '%'],
  [COMMAND, '!'],
  [MODULE, ''],
];

/** The first such action of the session, in words; null: none. */
export function outsideOf(events: readonly SessionEvent[]): string | null {
  let exec = 0;
  for (const event of events) {
    if (event.type !== 'run') continue;
    exec += 1;
    for (const [pattern, sign] of SIGNS) {
      const found = pattern.exec(event.source)?.[1];
      if (found !== undefined) return `execution ${exec} uses ${sign}${found}`;
    }
  }
  return null;
}
