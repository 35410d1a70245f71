/** Paths: the runs that lead to a finding about a cell. A path leaves out unrelated runs. */

import { NAME_ANALYSES } from './analyses.ts';
import type { Analysis, BadVerdict, CellAhead, Judgement } from './analysis.ts';
import type { Run } from './kernel-state.ts';

/** Runs in an order, and a verdict on the last of them. */
export interface ImpactPath {
  readonly cells: readonly string[];
  readonly verdict: BadVerdict | 'leak' | 'safe';
  /** The name of the analysis with the verdict; `safe` if none has a finding. */
  readonly analysis: string;
  readonly at: string;
  /** The 1-based line of this cell. */
  readonly line: number;
  readonly why: string;
}

/** The first finding of the analyses of names about a cell that would run now; null: none. */
export function judge(
  step: CellAhead,
): { readonly analysis: Analysis; readonly judgement: Judgement } | null {
  for (const analysis of NAME_ANALYSES) {
    const judgement = analysis.judge(step);
    if (judgement !== null) return { analysis, judgement };
  }
  return null;
}

/** Whether the last cell fails, or finds other values than in a run from the top. */
export function isWrong({ verdict }: ImpactPath): boolean {
  return verdict === 'undefined' || verdict === 'stale';
}

/**
 * The path to a step through the runs after `since`, with its verdict; and a second one if the step completes
 * a leak. `first`: a run that always begins the path.
 */
export function pathsTo(
  step: CellAhead,
  found: ReturnType<typeof judge>,
  leak: Judgement | undefined,
  since: number,
  first: Run | null,
): readonly ImpactPath[] {
  const path = pathTo(step, found, since, first);
  if (leak === undefined) return [path];
  const leaking = leakingPath(path, step, leak);
  return found === null ? [leaking] : [path, leaking];
}

/** The same path with another verdict. */
export function leakingPath(path: ImpactPath, { page, at }: CellAhead, { line, why }: Judgement): ImpactPath {
  return { ...path, verdict: 'leak', analysis: 'leakage', line, why: `${page.nameOf(at)} ${why}` };
}

/** The path to a step through the runs after `since`, with its verdict. `first`: a run that always begins the path. */
export function pathTo(
  step: CellAhead,
  found: ReturnType<typeof judge>,
  since: number,
  first: Run | null,
): ImpactPath {
  const { summary, at, page } = step;
  const runs = runsBefore(step, found?.judgement.because ?? [], since);
  if (first !== null) runs.add(first);
  const before = [...runs].sort((a, b) => a.time - b.time).map(({ cell }) => cell);
  const cells = [...before, summary.cell];
  if (found === null) {
    const [use] = summary.reads.values();
    const why = `${page.nameOf(at)} reads the same values as in a run from the top`;
    return { cells, verdict: 'safe', analysis: 'safe', at: summary.cell, line: use?.line ?? 1, why };
  }
  const { analysis, judgement } = found;
  const { line, why } = judgement;
  const words = `${page.nameOf(at)} ${why}`;
  return { cells, verdict: analysis.verdict, analysis: analysis.name, at: summary.cell, line, why: words };
}

/** The runs after a time whose results a cell would find, and the runs behind these. */
function runsBefore({ summary, state }: CellAhead, because: readonly Run[], since: number): Set<Run> {
  const found = new Set<Run>();
  takeWithOrigins(because, since, found);
  for (const name of summary.reads.keys()) takeWithOrigins(state.valueOf(name), since, found);
  for (const name of summary.needs) {
    const definer = state.definerOf(name);
    if (definer !== undefined) takeWithOrigins([definer], since, found);
  }
  return found;
}

/** The origins of a run never change; `since` belongs to the same state. */
const origins = new WeakMap<Run, ReadonlySet<Run>>();

/**
 * Adds runs after a time, and their origins. The latest run comes first, because the others are mostly among
 * its origins.
 */
function takeWithOrigins(runs: readonly Run[], since: number, into: Set<Run>): void {
  for (let i = runs.length - 1; i >= 0; i -= 1) {
    const run = runs[i]!;
    if (run.time <= since || into.has(run)) continue;
    into.add(run);
    for (const origin of originsOf(run, since)) into.add(origin);
  }
}

function originsOf(run: Run, since: number): ReadonlySet<Run> {
  const known = origins.get(run);
  if (known !== undefined) return known;
  const found = new Set<Run>();
  for (const makers of run.found.values()) takeWithOrigins(makers, since, found);
  takeWithOrigins(run.definers, since, found);
  origins.set(run, found);
  return found;
}
