/**
 * Observation-based slicing (Binkley et al. 2014) on a gathered script: how few of its cells or statements give the same value. It is a
 * yardstick for size, not for correctness.
 */

import { parseCell, scriptCells } from '../../slicer/index.ts';
import type { Runner } from '../harness/host.ts';
import type { Finding } from './check.ts';

/** Pieces of a script, and those left when none can be dropped on its own. */
export interface Minimality {
  readonly kept: number;
  readonly needed: number;
}

/** Drops one piece of a finding's script at a time, last first, as long as the value stays the same. */
export async function measureMinimality(
  runner: Runner,
  { verdict, name, level }: Finding,
): Promise<Minimality> {
  const value = async (cells: readonly string[]): Promise<string | null> => {
    const job = {
      cells: cells.map((source, index) => [`m${index}`, source] as const),
      names: [name],
      probes: false,
    };
    try {
      const answer = await runner.run({ ...job, stop: true });
      return answer.runs.some((run) => run.status === 'error') ? null : (answer.values[name]?.[1] ?? null);
    } catch {
      return null;
    }
  };
  let pieces = scriptCells(verdict.script).filter((source) => source.trim() !== '');
  if (level === 'statement')
    pieces = pieces.flatMap((source) => parseCell(source).statements.map((s) => s.text));
  // imports are gathered together, used or not by what is left: they are no part of the comparison
  const isImport = (source: string): boolean =>
    source.split('\n').every((line) => /^(import|from|#|$)/.test(line));
  const kept = pieces.filter((source) => !isImport(source)).length;
  const expected = await value(pieces);
  for (let index = pieces.length - 1; index >= 0; index -= 1) {
    if (isImport(pieces[index] ?? '')) continue;
    const without = pieces.toSpliced(index, 1);
    if ((await value(without)) === expected) pieces = without;
  }
  return { kept, needed: pieces.filter((source) => !isImport(source)).length };
}
