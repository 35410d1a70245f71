/**
 * `npm run bench -- --hot`: processor time of the workloads in plain IPython shells, one of which has the agent, in turns. With
 * `--before=FOLDER` a third has the agent of another checkout of Sluice. No kernel and no messages are timed.
 */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findPackageRoot, loadEffectsLibrary, readAgent } from '../../instrument/index.ts';
import type { Workload } from './timed-workload.ts';

/** Least milliseconds of processor time. `ratio` and `ratioBefore`: with the agent, or that of the other checkout, over without. */
export interface HotTimes {
  readonly name: string;
  readonly plain: number;
  readonly probes: number;
  readonly ratio: number;
  readonly ratioBefore: number | null;
  /** Microseconds that a turn costs more with the agent, and with that of the other checkout; null where turns are not counted. */
  readonly turn: number | null;
  readonly turnBefore: number | null;
}

interface HotShell {
  run(code: string): Promise<number>;
  close(): Promise<void>;
}

/** Times the workloads whose names contain all of `parts`, with the least of `runs` runs each, after one that does not count. */
export async function timeHotCode(
  python: string,
  workloads: readonly Workload[],
  runs: number,
  parts: readonly string[],
  before: string | null,
  say: (line: string) => void,
): Promise<HotTimes[]> {
  const agents = [null, findPackageRoot(), ...(before === null ? [] : [before])];
  const found: HotTimes[] = [];
  for (const workload of workloads.filter(({ name }) => parts.every((part) => name.includes(part)))) {
    say(workload.name);
    const shells = agents.map((folder) => startShell(python, folder));
    const [plain = 0, probes = 0, earlier] = await timeInTurns(shells, workload, runs);
    const ratioBefore = earlier === undefined ? null : earlier / plain;
    const { name, turns } = workload;
    const more = (spent: number | undefined): number | null =>
      turns === null || spent === undefined ? null : ((spent - plain) * 1_000) / turns;
    found.push({
      name,
      plain,
      probes,
      ratio: probes / plain,
      ratioBefore,
      turn: more(probes),
      turnBefore: more(earlier),
    });
  }
  return found;
}

/** The least time of the timed cell in each shell; the shells are closed. */
async function timeInTurns(
  shells: readonly HotShell[],
  { setup, timed }: Workload,
  runs: number,
): Promise<number[]> {
  try {
    for (const shell of shells) for (const cell of setup) await shell.run(cell);
    const least = shells.map(() => Number.POSITIVE_INFINITY);
    for (let run = 0; run <= runs; run += 1) {
      for (const [i, shell] of shells.entries()) {
        const spent = await shell.run(timed);
        if (run > 0) least[i] = Math.min(least[i] ?? spent, spent);
      }
    }
    return least;
  } finally {
    await Promise.all(shells.map((shell) => shell.close()));
  }
}

/** `checkout`: whose agent the shell gets; null for none. Throws when a cell fails. */
function startShell(python: string, checkout: string | null): HotShell {
  const script = join(findPackageRoot(), 'test', 'bench', 'hot_shell.py');
  const child: ChildProcessWithoutNullStreams = spawn(python, [script]);
  const ended = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-1_000);
  });
  // a shell that has died says why in `said`
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.write(`${JSON.stringify(checkout === null ? null : installation(checkout))}\n`);
  return {
    async run(code) {
      child.stdin.write(`${JSON.stringify(code)}\n`);
      const line = await lines.next();
      if (line.done)
        throw new Error(`the shell with the agent of ${checkout} died: ${said.trim().split('\n').at(-1)}`);
      const [spent, failed] = JSON.parse(line.value) as [number, boolean];
      if (failed) throw new Error(`this cell failed: ${code}`);
      return spent;
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}

/** The loader's text and its payload: the agent of a checkout, with the effects library of this one. */
function installation(checkout: string): readonly [string, string] {
  const { loader, modules } = readAgent(checkout);
  return [loader, JSON.stringify({ sources: modules, library: loadEffectsLibrary().packed, config: {} })];
}
