/**
 * What questions of `what-if` cost over notebooks that somebody else wrote, with every cell as the source: as if all cells had run from the
 * top. Nothing runs; it asserts nothing.
 */

import { readFileSync, statSync } from 'node:fs';
import { shippedLibrary } from '../../instrument/index.ts';
import { checkedSource, findNotebooks, NOWHERE, Projects } from '../../runtime/checking/index.ts';
import { messageOf, SluiceError } from '../../runtime/errors.ts';
import { cellsAtEnd, readSource } from '../../runtime/sources/index.ts';
import { ANALYSES, CodeImpact, leftOverCells } from '../../slicer/index.ts';
import { processorMs } from './processor-time.ts';
import { ms, tableText } from './table.ts';

/** What was measured; times in milliseconds of processor time. */
export interface WhatIfTimes {
  readonly notebooks: number;
  /** Files that are no notebooks in Python, or cannot be read. */
  readonly skipped: number;
  readonly cells: number;
  readonly crashes: readonly string[];
  /** For a notebook, the first question: summaries of all cells, and one event. */
  readonly first: readonly number[];
  /** For a cell, a further question, by depth. */
  readonly further: Readonly<Record<string, readonly number[]>>;
  /** For a notebook, each cell as a source, summaries included, by depth. */
  readonly whole: Readonly<Record<string, readonly number[]>>;
  /** Shares of cells: after a run of each cell, the mean over notebooks. */
  readonly shares: {
    readonly isolated: number;
    readonly idle: number;
    readonly fresh: number;
    readonly stale: number;
  };
  readonly worst: string;
}

const DEPTHS = { '3': 3, inf: Infinity } as const;

/** Asks about every notebook below some folders. The same text counts once. */
export async function timeWhatIf(
  folders: readonly string[],
  say: (line: string) => void,
): Promise<WhatIfTimes> {
  const library = shippedLibrary();
  const seen = new Set<string>();
  const [first, crashes]: [number[], string[]] = [[], []];
  const further: Record<string, number[]> = { '3': [], inf: [] };
  const whole: Record<string, number[]> = { '3': [], inf: [] };
  const shares = { isolated: 0, idle: 0, fresh: 0, stale: 0 };
  let [notebooks, skipped, cellCount, worst, slowest] = [0, 0, 0, '', 0];
  const projects = new Projects();
  for (const path of folders.flatMap((folder) =>
    statSync(folder).isDirectory() ? [...findNotebooks(folder)] : [folder],
  )) {
    const text = readFileSync(path, 'utf8');
    if (seen.has(text)) continue;
    seen.add(text);
    try {
      const source = await readSource(path);
      if (source.type !== 'session') continue;
      const cells = cellsAtEnd(source);
      const runs = cells.filter(({ source: code }) => code.trim() !== '');
      if (runs.length === 0) {
        skipped += 1;
        continue;
      }
      notebooks += 1;
      cellCount += runs.length;
      const started = processorMs();
      const impact = new CodeImpact({ cells, runs }, library);
      const built = processorMs() - started;
      const ask = (cell: string, depth: number) =>
        impact.after({ type: 'run', cell }, { depth, analyses: ANALYSES, goesOn: () => true });
      let [fresh, stale] = [0, 0];
      for (const [name, depth] of Object.entries(DEPTHS)) {
        let all = built;
        for (const { cell } of runs) {
          const before = processorMs();
          const found = ask(cell, depth);
          const took = processorMs() - before;
          all += took;
          further[name]!.push(took);
          if (depth === Infinity) {
            fresh += found.fresh.length;
            stale += found.stale.length;
          }
          if (cell === runs[0]!.cell && depth === Infinity) first.push(built + took);
        }
        whole[name]!.push(all);
        if (all > slowest) [slowest, worst] = [all, `${path} (${runs.length} cells)`];
      }
      const left = leftOverCells({ ...checkedSource(source, projects), surroundings: NOWHERE }, library);
      shares.isolated += left.isolated.length / runs.length;
      shares.idle += left.idle.length / runs.length;
      shares.fresh += fresh / runs.length ** 2;
      shares.stale += stale / runs.length ** 2;
      if (notebooks % 200 === 0) say(`${notebooks} notebooks`);
    } catch (error) {
      if (error instanceof SluiceError) skipped += 1;
      else crashes.push(`${path}: ${messageOf(error)}`);
    }
  }
  for (const key of Object.keys(shares) as (keyof typeof shares)[]) shares[key] /= notebooks || 1;
  return { notebooks, skipped, cells: cellCount, crashes, first, further, whole, shares, worst };
}

/** What was asked, how many crashed, and the shares of cells. */
export function whatIfLine({ notebooks, skipped, cells, crashes, shares, worst }: WhatIfTimes): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const parts = Object.entries(shares).map(([name, share]) => `${name} ${percent(share)}`);
  const what = `${notebooks} notebooks with ${cells} cells (${skipped} left out), ${crashes.length} crashes`;
  return [what, ...crashes.slice(0, 5), parts.join(', '), `slowest: ${worst}`].join('; ');
}

/** Shares of the times. */
export function whatIfTable({ first, further, whole }: WhatIfTimes): string {
  const rows: [string, readonly number[]][] = [
    ['first question of a notebook', first],
    ...Object.entries(further).map(([depth, all]): [string, readonly number[]] => [
      `a further one, depth ${depth}`,
      all,
    ]),
    ...Object.entries(whole).map(([depth, all]): [string, readonly number[]] => [
      `a notebook, all its cells, depth ${depth}`,
      all,
    ]),
  ];
  const within = (all: readonly number[], limit: number) =>
    `${((100 * all.filter((time) => time <= limit).length) / (all.length || 1)).toFixed(2)} %`;
  return tableText(
    ['', '20 ms', '100 ms', '1 s', 'median', 'worst'],
    rows.map(([name, all]) => {
      const sorted = [...all].sort((a, b) => a - b);
      const limits = [20, 100, 1000].map((limit) => within(all, limit));
      return [name, ...limits, ms(sorted[sorted.length >> 1] ?? 0), ms(sorted.at(-1) ?? 0)];
    }),
  );
}
