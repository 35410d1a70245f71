/**
 * Finds cells whose output would differ from a run of the notebook from the top: they would find values that
 * are out of date, that miss changes by cells above, or that other cells have changed already.
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

/** Whether the value of a name for a cell is the value of a run from the top. */
export function isRight(step: CellAhead, name: string): boolean {
  return oldValue(step, name) === null && foreignValue(step, name) === null;
}

/** Whether a cell would use old values if it ran now. Values of cells below do not count, as in a run from the top. */
export function isStale(step: CellAhead): boolean {
  return [...step.summary.reads.keys()].some((name) => {
    const seen = step.state
      .valueOf(name)
      .filter(({ at, cell }) => at < step.at && cell !== step.summary.cell);
    return oldValue(step, name, seen) !== null;
  });
}

/**
 * Whether a cell above has given a new value to a name that a cell reads since the cell's last run, or since
 * a time for a cell without runs. If the cell is not stale, a run may give a new result.
 */
export function hasNewInputs({ summary, at, state }: CellAhead, since: number): boolean {
  const last = state.lastRun(summary.cell)?.time ?? since;
  return [...summary.reads.keys()].some((name) => state.changedSince(name, at, last) !== null);
}

/** A value that is out of date, or that was made anew without the earlier changes by cells above. */
function oldValue(
  { at, page, state }: CellAhead,
  name: string,
  value: readonly Run[] = state.valueOf(name),
): Found | null {
  const old = value.find(({ outdated }) => outdated !== null);
  if (old !== undefined) return { why: outdatedWords(old, name, page), because: causesOf(old) };
  const expected = page.expected(name, at);
  // a value bound by the cell itself, or by a cell below, was not made anew
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

/** A value that differs from a run from the top: the contribution of a cell is missing, or there is one too many. */
function foreignValue({ summary, at, page, state }: CellAhead, name: string): Found | null {
  const value = state.valueOf(name);
  const expected = page.expected(name, at);
  if (value.length === 0) {
    // (a run may have bound it unseen)
    if (expected.length === 0 || state.isOpaque) return null;
    return { why: `${page.nameOf(expected.at(-1)!)} has not made yet`, because: [] };
  }
  const seen = new Set<number>();
  for (const run of value) {
    const cell = page.nameOf(run.at);
    const because = [run];
    if (run.isOff) return { why: `${cell} made from wrong values`, because };
    if (run.cell === summary.cell) return { why: 'it has changed itself already', because };
    if (run.at > at) return { why: `${cell}, below it, has changed already`, because };
    if (seen.has(run.at)) return { why: `${cell} has changed twice`, because };
    seen.add(run.at);
  }
  const missing = expected.find((place) => !seen.has(place));
  return missing === undefined ? null : { why: `lacks what ${page.nameOf(missing)} does to it`, because: [] };
}

/** Words to follow a name and "which": `cell 2 made from x before cell 1 changed that`. */
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

/** The run where it began. */
function rootOf(run: Run): Run {
  let root = run;
  while (root.outdated?.type === 'made-from') root = root.outdated.of;
  return root;
}

function causesOf(run: Run): readonly Run[] {
  const { outdated } = rootOf(run);
  return outdated?.type === 'changed' ? [outdated.by] : [];
}
