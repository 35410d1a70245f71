/**
 * Observation-based slicing (Binkley et al. 2014) on top of a slice: executions or statements are deleted as long as what is left still
 * gives the result, which the caller observes by running it. It runs nothing itself.
 */

import { type Slice, statementsInOrder } from '../graph/slice.ts';
import { deleteNeedless } from './delete-needless.ts';

/** The observed minimum of a slice. */
export interface Minimum {
  /** What is left; its guarantee is still the whole slice's. */
  readonly slice: Slice;
  /** Node keys of the statements that went. */
  readonly deleted: readonly string[];
  /** How many scripts were tried. */
  readonly tried: number;
  /** None of its parts can go on its own; false when the search was ended before it knew. */
  readonly minimal: boolean;
}

/** How a minimum is looked for. */
export interface Search {
  /** Node keys that have to stay: the criterion, and what observing cannot judge. */
  readonly fixed: ReadonlySet<string>;
  /** Whether a part of the slice still gives the result. */
  readonly reproduces: (part: Slice) => Promise<boolean>;
  /** Asked before each try; false ends the search. */
  readonly goOn?: () => boolean;
}

/** Deletes from a backward slice that reproduces; what is deleted are whole executions or statements, as its level says. */
export async function minimizeSlice(slice: Slice, { fixed, reproduces, goOn }: Search): Promise<Minimum> {
  const groups =
    slice.level === 'cell' ? byExecution(slice.statements) : slice.statements.map((key) => [key]);
  const pieces = groups.filter((group) => !group.some((key) => fixed.has(key)));
  const staying = groups.filter((group) => group.some((key) => fixed.has(key))).flat();
  const part = (kept: readonly (readonly string[])[]): Slice => {
    const statements = statementsInOrder([...staying, ...kept.flat()]);
    return { ...slice, statements, executions: [...new Set(statements.map(execOf))] };
  };
  const { kept, tried, minimal } = await deleteNeedless(pieces, (left) => reproduces(part(left)), goOn);
  const minimum = part(kept);
  const left = new Set(minimum.statements);
  return { slice: minimum, deleted: slice.statements.filter((key) => !left.has(key)), tried, minimal };
}

function byExecution(statements: readonly string[]): string[][] {
  const groups = new Map<number, string[]>();
  for (const key of statements) {
    const exec = execOf(key);
    const group = groups.get(exec);
    if (group) group.push(key);
    else groups.set(exec, [key]);
  }
  return [...groups.values()];
}

function execOf(key: string): number {
  return Number(key.split('.')[0]);
}
