/** Kills a server while a cell displays output. Returns the age of the oldest output without a copy in a file. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CodeCell, parseNotebook } from '../../runtime/documents/index.ts';
import { makeFolder, notebookText } from '../cli/sluice.ts';
import type { Choices } from '../generator/random.ts';
import { AttackedServer, NotHeard } from '../security/attacked-server.ts';

/** A display of 20 MB. */
export const LARGE = "display({'image/png': 'A' * 20_000_000, 'text/plain': 'large'}, raw=True)";

/** Outputs older than this are in the file, whatever happens. */
export const PROMISED_MS = 10_000;

/** A cell that prints the time ten times a second, after `first` and each time after `then`. */
export function clock(first = 'pass', then = 'pass'): string {
  return `import time\n${first}\nfor n in range(600):\n    ${then}\n    print(int(time.time() * 1000))\n    time.sleep(0.1)`;
}

/** Further output of the killed cells. */
const CELLS: readonly string[] = [
  clock(),
  clock(LARGE),
  clock('pass', 'print("x" * 5_000)'),
  clock('pass', 'display(n)'),
  clock("shown = display({'text/plain': ''}, raw=True, display_id=True)", 'shown.update(n)'),
  clock('pass', `if n % 50 == 20: ${LARGE}`),
  clock("import sys\nprint('y' * 100_000, file=sys.stderr)"),
];

/**
 * Runs the cell `c1` of `book.ipynb`, and ends the server so many milliseconds after its first print. Returns the time since the
 * last saved print.
 */
export async function ageOfLost(folder: string, ms: number, signal: NodeJS.Signals): Promise<number> {
  const server = await AttackedServer.start(folder);
  try {
    const page = await server.page('book.ipynb');
    await page.hears(({ type }) => type === 'notebook');
    page.send(JSON.stringify({ op: 'run', cells: ['c1'] }));
    const first = await page.hears((message) => /"\d{13}\\n|\\n\d{13}\\n/.test(JSON.stringify(message)));
    const [began] = /(?<!\d)\d{13}(?=\\n)/.exec(JSON.stringify(first)) ?? [];
    await sleep(ms);
    const ended = Date.now();
    await server.end(signal);
    const times = printed(join(folder, 'book.ipynb')).filter((time) => time <= ended);
    return ended - Math.max(Number(began), ...times);
  } finally {
    await server.end('SIGKILL');
  }
}

/**
 * Kills one run of a chosen cell at a chosen time. Returns the faults; null: the cell did not start on a busy machine. `slowMs`:
 * a delay from here on is late.
 */
export async function killWhileRunning(choices: Choices, slowMs: number): Promise<string[] | null> {
  const cell = choices.pick([...CELLS]);
  const ms = choices.int(0, 2 * PROMISED_MS);
  const folder = makeFolder({ 'book.ipynb': notebookText([cell]) });
  try {
    const age = await ageOfLost(folder.path, ms, 'SIGKILL');
    if (age <= PROMISED_MS + slowMs) return [];
    return [`killed after ${ms} ms, outputs of ${age} ms before are lost: ${JSON.stringify(cell)}`];
  } catch (error) {
    if (error instanceof NotHeard) return null;
    return [`${String(error)}: ${JSON.stringify(cell)}`];
  } finally {
    folder.remove();
  }
}

/** The times in a notebook. */
function printed(file: string): number[] {
  const { cells } = parseNotebook(readFileSync(file, 'utf8'), file);
  const { outputs } = cells[0] as CodeCell;
  const texts = outputs.flatMap((output) => (output.output_type === 'stream' ? [output.text] : []));
  return texts.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => /^\d{13}$/.test(line))
      .map(Number),
  );
}
