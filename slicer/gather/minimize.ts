/**
 * Observation-based slicing (Binkley et al. 2014) on top of a slice: deletes executions or statements as long
 * as the rest still gives the result. The caller runs the rest and observes the result; this file runs
 * nothing.
 */

import { type Slice, statementsInOrder } from '../graph/slice.ts';
import { deleteNeedless } from './delete-needless.ts';

/** The observed minimum of a slice. */
export interface Minimum {
  /** The rest; its guarantee is still the guarantee of the whole slice. */
  readonly slice: Slice;
  /** Node keys of the deleted statements. */
  readonly deleted: readonly string[];
  /** How many scripts were tried. */
  readonly tried: number;
  /** Whether no single part can go; false if the search ended too early to know. */
  readonly minimal: boolean;
}

/** The terms of a search for a minimum. */
export interface Search {
  /** Node keys of statements that must stay: the criterion, and statements whose effects cannot be observed. */
  readonly fixed: ReadonlySet<string>;
  /** Whether a part of the slice still gives the result. */
  readonly reproduces: (part: Slice) => Promise<boolean>;
  /** Asked before each try; false ends the search. */
  readonly goOn?: () => boolean;
}

/** Deletes whole executions or single statements, by the slice's level, from a backward slice that gives the result. */
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
