/**
 * The consequences of events, from the text: cases of `events.jsonl`. Cells are named by their positions from
 * 1; `ran`: the runs before (default: all from the top); a path is its runs and its verdict.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { ANALYSES, CodeImpact, type NotebookEvent } from '../../slicer/index.ts';

interface EventCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly ran?: string;
  readonly event: string;
  readonly depth?: number;
  readonly fresh?: string;
  readonly stale?: string;
  readonly paths?: readonly string[];
  readonly instead?: string;
}

const text = readFileSync(new URL('../cases/code-impact/events.jsonl', import.meta.url), 'utf8');
const cases = text.split('\n').filter(Boolean);
const library = shippedLibrary();

/** `run 1`, `move 1 3`, `open`. */
function eventOf(words: string): NotebookEvent {
  const [type, cell = '', to = ''] = words.split(' ');
  if (type === 'open') return { type };
  if (type === 'edit') return { type, cell, source: null };
  if (type === 'move') return { type, cell, to: Number(to) - 1 };
  return { type: type as 'run', cell };
}

describe('events', () => {
  test.each(cases.map((line) => JSON.parse(line) as EventCase))('$name', (given) => {
    const cells = given.cells.map((source, i) => ({ cell: String(i + 1), source }));
    const ran = given.ran?.split(' ').filter(Boolean) ?? cells.map(({ cell }) => cell);
    const runs = ran.map((cell) => cells[Number(cell) - 1]!).filter(({ source }) => source !== '');
    const impact = new CodeImpact({ cells, runs }, library).after(eventOf(given.event), {
      depth: given.depth ?? Infinity,
      analyses: ANALYSES,
      goesOn: () => true,
    });
    expect({
      fresh: impact.fresh.join(' '),
      stale: impact.stale.join(' '),
      paths: impact.paths.map(({ cells: path, verdict }) => [...path, verdict].join(' ')),
      instead: impact.instead?.join(' ') ?? '',
    }).toEqual({
      fresh: given.fresh ?? '',
      stale: given.stale ?? '',
      paths: given.paths ?? [],
      instead: given.instead ?? '',
    });
    expect(impact.left).toEqual([]);
    for (const { cells: path, at } of impact.paths) expect(path.at(-1)).toBe(at);
  });
});
