/**
 * Findings of `sluice check` in foreign notebooks: the number for each rule, the cost of a notebook, and some findings of each
 * rule drawn by lot, with the text around them, for a person to judge. It judges nothing itself.
 */

import { resolve } from 'node:path';
import { checkedSource, Libraries, Projects } from '../../runtime/checking/index.ts';
import { readSource } from '../../runtime/sources/index.ts';
import { SluiceError } from '../../runtime/words/index.ts';
import { checkNotebook, type Finding } from '../../slicer/index.ts';
import { processorMs } from '../bench/processor-time.ts';
import { randomNumbers } from '../bench/random-numbers.ts';
import { ms, tableText } from '../bench/table.ts';

/** A finding with the text of its cell. */
export interface Drawn {
  readonly file: string;
  readonly code: string;
  readonly cell: string | null;
  readonly message: string;
  /** The line of the finding, and its cell. */
  readonly line: string | null;
  readonly source: string | null;
}

/** The findings in all notebooks. */
export interface FoundByRule {
  readonly notebooks: number;
  /** No notebooks in Python, or not readable. */
  readonly skipped: number;
  /** Processor time for each notebook, reading included. */
  readonly times: readonly number[];
  readonly byRule: ReadonlyMap<string, readonly Drawn[]>;
}

/** Checks notebooks, each text once. Unreadable notebooks are counted. */
export async function findingsOf(paths: Iterable<string>, goOn: () => boolean): Promise<FoundByRule> {
  const [projects, libraries] = [new Projects(), new Libraries()];
  const byRule = new Map<string, Drawn[]>();
  const times: number[] = [];
  const seen = new Set<string>();
  let skipped = 0;
  for (const path of paths) {
    if (!goOn()) break;
    try {
      const started = processorMs();
      const source = await readSource(resolve(path));
      if (source.type !== 'session') continue;
      const notebook = checkedSource(source, projects);
      const text = notebook.cells.map((cell) => cell.source).join('\0');
      if (seen.has(text)) continue;
      seen.add(text);
      const library = libraries.around(resolve(path, '..'));
      const { findings } = checkNotebook(notebook, { select: null, ignore: [], phase: 'share' }, library);
      times.push(processorMs() - started);
      const sources = new Map(notebook.cells.map((cell) => [cell.id, cell.source]));
      for (const finding of findings) {
        const own = byRule.get(finding.code) ?? [];
        own.push(drawn(path, finding, finding.cell === null ? null : (sources.get(finding.cell) ?? null)));
        byRule.set(finding.code, own);
      }
    } catch (error) {
      if (!(error instanceof SluiceError)) throw new Error(`${path} cannot be checked`, { cause: error });
      skipped += 1;
    }
  }
  return { notebooks: times.length, skipped, times, byRule };
}

function drawn(file: string, { code, cell, at, message }: Finding, source: string | null): Drawn {
  const line =
    source === null || at === null
      ? null
      : source.slice(source.lastIndexOf('\n', at.from - 1) + 1).split('\n')[0]!;
  return { file, code, cell, message, line, source };
}

/** Findings of each rule by lot; the same for the same seed. */
export function drawFindings({ byRule }: FoundByRule, count: number, seed: number): readonly Drawn[] {
  return [...byRule.keys()].sort().flatMap((code) => {
    const below = randomNumbers(seed);
    const left = [...byRule.get(code)!];
    return Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(below(left.length), 1),
    ).flat();
  });
}

/** The number of findings of each rule, of notebooks with them, and the cost of a notebook. */
export function findingsTable({ notebooks, skipped, times, byRule }: FoundByRule): string {
  const rows = [...byRule]
    .sort(([a, some], [b, others]) => others.length - some.length || a.localeCompare(b))
    .map(([code, found]) => [
      code,
      String(found.length),
      String(new Set(found.map(({ file }) => file)).size),
    ]);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => ms(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return [
    tableText(['rule', 'findings', 'notebooks'], rows),
    `${notebooks} notebooks, ${skipped} left out; processor time: median ${at(0.5)} ms, 90 % within ${at(0.9)} ms, at most ${at(1)} ms`,
  ].join('\n');
}
