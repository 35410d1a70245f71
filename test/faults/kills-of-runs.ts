/** Kills a server while a cell prints the time, and says how old the oldest output is that is in no file. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CodeCell, parseNotebook } from '../../runtime/documents/index.ts';
import { AttackedServer } from '../security/attacked-server.ts';

/** A cell that prints when it is, ten times a second, after it has done this. */
export function clock(first = ''): string {
  return `import time\n${first}\nfor _ in range(600):\n    print(int(time.time() * 1000))\n    time.sleep(0.1)`;
}

/** Runs the cell `c1` of `book.ipynb`, ends the server so many milliseconds after its first print: how long before that the last saved print was. */
export async function ageOfLost(folder: string, ms: number, signal: NodeJS.Signals): Promise<number> {
  const server = await AttackedServer.start(folder);
  const page = await server.page('book.ipynb');
  await page.hears(({ type }) => type === 'notebook');
  page.send(JSON.stringify({ op: 'run', cells: ['c1'] }));
  await page.hears((message) => /"\d{13}\\n/.test(JSON.stringify(message)));
  await sleep(ms);
  const ended = Date.now();
  await server.end(signal);
  const times = printed(join(folder, 'book.ipynb')).filter((time) => time <= ended);
  return ended - Math.max(0, ...times);
}

/** The times in a notebook. */
function printed(file: string): number[] {
  const { cells } = parseNotebook(readFileSync(file, 'utf8'), file);
  const { outputs } = cells[0] as CodeCell;
  const texts = outputs.flatMap((output) => (output.output_type === 'stream' ? [output.text] : []));
  return texts.join('').trim().split('\n').map(Number);
}
