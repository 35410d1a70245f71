/**
 * What output without end does to the server: its memory, how long another notebook waits for an answer meanwhile, and how long an interrupt
 * takes. It asserts nothing.
 */

import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { notebookText } from '../cli/sluice.ts';
import { attackedServer, mostMemory } from '../faults/served-line.ts';

/** Of one kind of output; milliseconds, and megabytes. */
export interface MuchOutput {
  readonly name: string;
  /** How long the cell ran; null: until it was interrupted. */
  readonly ran: number | null;
  readonly interrupt: number | null;
  /** The longest that another notebook waited for an answer, while the cell ran and while it was saved. */
  readonly longest: number;
  readonly memory: number;
  /** What a page was sent. */
  readonly sent: number;
}

const KINDS: Readonly<Record<string, string>> = {
  'endless print': 'while True:\n    print("x" * 10_000)',
  'endless short lines, flushed': 'while True:\n    print("line", flush=True)',
  'a command that prints without end': '!yes',
  '100 000 outputs': 'for i in range(100_000):\n    display(i)',
  'display without end': 'i = 0\nwhile True:\n    display(i)\n    i += 1',
  'prints and displays without end': 'i = 0\nwhile True:\n    print(i)\n    display(i)\n    i += 1',
  'updates without end': 'h = display(0, display_id=True)\nwhile True:\n    h.update(1)',
  'output cleared without end':
    'from IPython.display import clear_output\nwhile True:\n    clear_output(wait=True)\n    display("x" * 1000)',
  'a widget that moves without end':
    'import ipywidgets\nw = ipywidgets.IntSlider(max=10**9)\ndisplay(w)\nwhile True:\n    w.value += 1',
  'widgets without end': 'import ipywidgets\nwhile True:\n    ipywidgets.IntSlider()',
  'prints that a widget captures without end':
    'import ipywidgets\nout = ipywidgets.Output()\ndisplay(out)\nwith out:\n    while True:\n        print("line")',
  'a text of 1 GB': 'print("x" * 1_000_000_000)',
  'a picture of 5000 x 5000':
    'import numpy, matplotlib.pyplot as plt\nfigure = plt.figure(figsize=(50, 50), dpi=100)\nfigure.figimage(numpy.random.rand(5000, 5000, 3))\nplt.show()',
};

/** How long a cell runs before it is interrupted. */
const RUNS_MS = 10_000;

/** Measures each kind of output whose name has one of the parts (all without any) on a server of its own. */
export async function measureMuchOutput(
  parts: readonly string[],
  say: (line: string) => void,
): Promise<MuchOutput[]> {
  const found: MuchOutput[] = [];
  for (const [name, code] of Object.entries(KINDS)) {
    if (parts.length > 0 && !parts.some((part) => name.includes(part))) continue;
    say(name);
    found.push(await measureOne(name, code));
  }
  return found;
}

async function measureOne(name: string, code: string): Promise<MuchOutput> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-output-'));
  writeFileSync(join(folder, 'own.ipynb'), notebookText([code]));
  writeFileSync(join(folder, 'other.ipynb'), notebookText(['1 + 1']));
  const server = await attackedServer(folder);
  try {
    const [own, other] = [await server.open('own.ipynb'), await server.open('other.ipynb')];
    await other.run('c1');
    let [longest, asks] = [0, true];
    const asking = (async () => {
      while (asks) {
        const asked = performance.now();
        await other.ask({ ask: 'preview', cells: ['c1'] });
        longest = Math.max(longest, performance.now() - asked);
        await sleep(50);
      }
    })();
    const started = performance.now();
    const end = own.run('c1').then(() => performance.now());
    const ended = await Promise.race([end, sleep(RUNS_MS, null)]);
    const interrupted = performance.now();
    if (ended === null) own.say({ op: 'interrupt' });
    const interrupt = ended === null ? (await end) - interrupted : null;
    // it is saved meanwhile
    await sleep(3_000);
    asks = false;
    await asking;
    const memory = mostMemory(server.pid);
    const ran = ended === null ? null : ended - started;
    return { name, ran, interrupt, longest, memory, sent: own.received / 1e6 };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
