/**
 * Callees by the text alone: cases of `callees.jsonl`. `calls` lists all callees of a cell's run, `stands` some callees of the calls in a
 * cell's text, `actions` counts effects on the world.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { interpretNotebook } from '../../slicer/index.ts';
import type { CallLog } from '../../slicer/static/index.ts';

interface CalleeCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly calls?: Readonly<Record<string, readonly string[]>>;
  readonly stands?: Readonly<Record<string, readonly string[]>>;
  readonly actions?: number;
}

const text = readFileSync(new URL('../cases/static/callees.jsonl', import.meta.url), 'utf8');
const cases = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as CalleeCase);

test.each(cases)('$name', ({ cells, calls = {}, stands = {}, actions }) => {
  const texts = cells.map((source, at) => ({ cell: `c${at + 1}`, source }));
  const { calls: log } = interpretNotebook(texts, shippedLibrary());
  for (const [cell, names] of Object.entries(calls))
    expect([...log.calledBy(Number(cell))].sort()).toEqual([...names].sort());
  for (const [cell, names] of Object.entries(stands))
    expect([...namesIn(log, Number(cell), cells[Number(cell) - 1]!)]).toEqual(
      expect.arrayContaining([...names]),
    );
  if (actions !== undefined) expect(log.actions).toHaveLength(actions);
});

/** The callees of each call in the text. */
function namesIn(log: CallLog, cell: number, source: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (let from = 0; from < source.length; from++) {
    for (let to = from + 1; to <= source.length; to++) {
      const place = { cell, from, to };
      for (const name of [...log.calleesOf(place), ...log.functionsOf(place)]) found.add(name);
    }
  }
  return found;
}
