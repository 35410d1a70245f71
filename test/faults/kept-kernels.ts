/** Kills servers while a cell prints and a person types, and looks whether the next server shows all of it. It says what is wrong. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Choices } from '../generator/random.ts';
import { attackedServer, type ServedLine } from './served-line.ts';

/** The cells of the notebook `book.ipynb` in the folder: the second one prints lines for some seconds; in the last one a person types. */
export const PRINTS = [
  'x = 1',
  'import time\nfor i in range(100):\n    print("line", i, flush=True); time.sleep(0.05)',
  'y = x + 1\nprint(y)',
  '# ',
];

const LINES = Array.from({ length: 100 }, (_, i) => `line ${i}\n`).join('');

/** The typed text that is in the file after this time, whatever happens. */
const PROMISED_MS = 2_000;

/** A person who types one letter after another at the end of the last cell. */
class Typist {
  readonly #line: ServedLine;
  readonly #sent: number[] = [];
  readonly #text: string;
  readonly #version: number;

  constructor(line: ServedLine) {
    const { source, version } = line.cell('c4');
    this.#line = line;
    this.#text = source;
    this.#version = version;
  }

  async typeFor(ms: number): Promise<void> {
    for (const until = Date.now() + ms; Date.now() < until; await sleep(50)) {
      const edits = [{ client: 'typist', changes: [this.#text.length + this.#sent.length, [0, 'a']] }];
      this.#line.say({ op: 'edit', cell: 'c4', version: this.#version + this.#sent.length, edits });
      this.#sent.push(Date.now());
    }
  }

  /** Why a text that was found after a kill is wrong; null: it is right. */
  wrongWith(found: string, killed: number): string | null {
    const promised = this.#sent.filter((at) => at < killed - PROMISED_MS).length;
    const letters = found.length - this.#text.length;
    const isSame = found.startsWith(this.#text) && letters <= this.#sent.length;
    if (isSame && letters >= promised) return null;
    return `${letters} letters of ${promised}: ${JSON.stringify(found.slice(-80))}`;
  }
}

/** The kills during a run of all cells, and all that was wrong. */
export interface KilledRun {
  readonly kills: number;
  readonly wrong: readonly string[];
}

/** Kills up to three servers during one run of all cells. */
export async function killWhileRunning(folder: string, choices: Choices): Promise<KilledRun> {
  let server = await attackedServer(folder);
  let line = await server.open('book.ipynb');
  line.say({ op: 'restart', run: true });
  await line.until(() => line.cell('c2').state === 'running');
  const wrong: string[] = [];
  let typist = new Typist(line);
  const kills = choices.int(1, 3);
  for (let left = kills; left > 0; left -= 1) {
    await typist.typeFor(choices.int(0, left === kills ? 3_500 : 700));
    const shown = shownIn(line);
    const killed = Date.now();
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
    const lost = typist.wrongWith(line.cell('c4').source, killed);
    if (lost !== null) wrong.push(lost);
    typist = new Typist(line);
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
  return { kills, wrong };
}

/** The displayed text of a cell. */
export function shownIn(line: ServedLine, cell = 'c2'): string {
  const parts = line.cell(cell).outputs ?? [];
  return parts.map((output) => (output.output_type === 'stream' ? output.text : '')).join('');
}
