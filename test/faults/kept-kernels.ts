/** Kills servers while a cell runs and prints. Returns the output missing in the next server. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Choices } from '../generator/random.ts';
import { attackedServer, type ServedLine } from './served-line.ts';

/** The cells of the notebook `book.ipynb` in the folder: the second one prints lines for some seconds. */
export const PRINTS = [
  'x = 1',
  'import time\nfor i in range(60):\n    print("line", i, flush=True); time.sleep(0.05)',
  'y = x + 1\nprint(y)',
];

const LINES = Array.from({ length: 60 }, (_, i) => `line ${i}\n`).join('');

/** Kills up to three servers during one run of all cells. */
export async function killWhileRunning(folder: string, choices: Choices): Promise<string[]> {
  let server = await attackedServer(folder);
  let line = await server.open('book.ipynb');
  line.say({ op: 'restart', run: true });
  await line.until(() => line.cell('c2').state === 'running');
  const wrong: string[] = [];
  for (let kills = choices.int(1, 3); kills > 0; kills -= 1) {
    await sleep(choices.int(0, 700));
    const shown = shownIn(line);
    await server.kill();
    server = await attackedServer(folder);
    line = await server.join('book.ipynb');
    // a server sends pages its stored state before it hears from the kernel
    await line
      .until(() => shownIn(line).length >= shown.length, 20_000)
      .catch(() => {
        wrong.push(
          `after a kill: ${JSON.stringify(shownIn(line).slice(-20))}, before: ${JSON.stringify(shown.slice(-20))}`,
        );
      });
  }
  const isOver = (state: string): boolean => state === 'idle' && line.cell('c3').state === 'settled';
  await line
    .until(({ kernel }) => isOver(kernel.state), 60_000)
    .catch(() => {
      wrong.push(`the states are ${['c1', 'c2', 'c3'].map((cell) => line.cell(cell).state).join(', ')}`);
    });
  if (shownIn(line) !== LINES) wrong.push(`it shows ${JSON.stringify(shownIn(line))}`);
  if (shownIn(line, 'c3') !== '2\n') wrong.push(`the last cell shows ${shownIn(line, 'c3')}`);
  const counts = ['c1', 'c2', 'c3'].map((cell) => line.cell(cell).executionCount);
  if (counts.join() !== '1,2,3') wrong.push(`the cells are numbered ${counts.join()}`);
  await server.stop();
  return wrong;
}

/** The displayed text of a cell. */
export function shownIn(line: ServedLine, cell = 'c2'): string {
  const parts = line.cell(cell).outputs ?? [];
  return parts.map((output) => (output.output_type === 'stream' ? output.text : '')).join('');
}
