/**
 * Cells that would not show what a run of the notebook from the top shows: they would find values that are out of date, that lack what
 * cells above do with them, or that other cells have changed already.
 */

import type { Analysis, CellAhead, Judgement } from './analysis.ts';
import type { PageOrder } from './expected-runs.ts';
import type { Run } from './kernel-state.ts';

export const staleAnalysis: Analysis = {
  name: 'stale',
  verdict: 'stale',
  judge(step) {
    for (const [name, { line, why }] of step.summary.reads) {
      const found = oldValue(step, name) ?? foreignValue(step, name);
      if (found !== null) return { line, why: `${why}, which ${found.why}`, because: found.because };
    }
    return null;
  },
};

type Found = Pick<Judgement, 'why' | 'because'>;

/** Whether a name has, for a cell, the value that a run from the top gives it. */
export function isRight(step: CellAhead, name: string): boolean {
  return oldValue(step, name) === null && foreignValue(step, name) === null;
}

/** Whether a cell would use old values if it ran now. What cells below it have done does not count, as it does not in a run from the top. */
export function isStale(step: CellAhead): boolean {
  return [...step.summary.reads.keys()].some((name) => {
    const seen = step.state
      .valueOf(name)
      .filter(({ at, cell }) => at < step.at && cell !== step.summary.cell);
    return oldValue(step, name, seen) !== null;
  });
}

/**
 * Whether a name that a cell reads has been given a value by a cell above since its last run; for one that has not run, since a time.
 * Where it is not stale, running it may give a new result.
 */
export function hasNewInputs({ summary, at, state }: CellAhead, since: number): boolean {
  const last = state.lastRun(summary.cell)?.time ?? since;
  return [...summary.reads.keys()].some((name) => state.changedSince(name, at, last) !== null);
}

/** A value that is out of date, or that was made anew without what cells above have done with it before. */
function oldValue(
  { at, page, state }: CellAhead,
  name: string,
  value: readonly Run[] = state.valueOf(name),
): Found | null {
  const old = value.find(({ outdated }) => outdated !== null);
  if (old !== undefined) return { why: outdatedWords(old, name, page), because: causesOf(old) };
  const expected = page.expected(name, at);
  // what a cell below has bound, or the cell itself, was not made anew
  if (value.length === 0 || state.valueOf(name).some((run) => run.at >= at)) return null;
  const times = new Map(value.map((run) => [run.at, run.time]));
  let before = { time: 0, place: -1 };
  for (const place of expected) {
    const time = times.get(place);
    if (time === undefined) {
      if (!state.isWanted(page.cells[place]!.cell)) continue;
      return { why: `lacks what ${page.nameOf(place)} does to it`, because: [] };
    }
    if (time < before.time) {
      const why = `${page.nameOf(place)} has to change again after ${page.nameOf(before.place)}`;
      return { why, because: [] };
    }
    before = { time, place };
  }
  return null;
}

/** A value that a run from the top does not give the cell: a cell has no part in it yet, or one too many. */
function foreignValue({ summary, at, page, state }: CellAhead, name: string): Found | null {
  const value = state.valueOf(name);
  const expected = page.expected(name, at);
  if (value.length === 0) {
    // (something that has run may have bound it unseen)
    if (expected.length === 0 || state.isOpaque) return null;
    return { why: `${page.nameOf(expected.at(-1)!)} has not made yet`, because: [] };
  }
  const seen = new Set<number>();
  for (const run of value) {
    const cell = page.nameOf(run.at);
    const because = [run];
    if (run.isOff) return { why: `${cell} made from what was not right`, because };
    if (run.cell === summary.cell) return { why: 'it has changed itself already', because };
    if (run.at > at) return { why: `${cell}, below it, has changed already`, because };
    if (seen.has(run.at)) return { why: `${cell} has changed twice`, because };
    seen.add(run.at);
  }
  const missing = expected.find((place) => !seen.has(place));
  return missing === undefined ? null : { why: `lacks what ${page.nameOf(missing)} does to it`, because: [] };
}

/** After a name and "which": `cell 2 made from x before cell 1 changed that`. */
function outdatedWords({ at, outdated }: Run, name: string, page: PageOrder): string {
  const cell = at < 0 ? 'a cell that is deleted' : page.nameOf(at);
  switch (outdated!.type) {
    case 'deleted':
      return `${cell} made`;
    case 'edited':
      return `${cell} made before it was edited`;
    case 'changed': {
      const { name: read, by } = outdated!;
      return `${cell} made from ${read} before ${page.nameOf(by.at)} changed ${read === name ? 'it' : 'that'}`;
    }
    case 'made-from':
      return `${cell} made from ${outdated!.name}, out of date since ${sinceWhat(rootOf(outdated!.of), page)}`;
  }
}

function sinceWhat({ at, outdated }: Run, page: PageOrder): string {
  if (outdated!.type === 'changed') return `${page.nameOf(outdated!.by.at)} changed ${outdated!.name}`;
  return outdated!.type === 'edited' ? `${page.nameOf(at)} was edited` : 'a cell was deleted';
}

/** The run with which it began. */
function rootOf(run: Run): Run {
  let root = run;
  while (root.outdated?.type === 'made-from') root = root.outdated.of;
  return root;
}

function causesOf(run: Run): readonly Run[] {
  const { outdated } = rootOf(run);
  return outdated?.type === 'changed' ? [outdated.by] : [];
}
