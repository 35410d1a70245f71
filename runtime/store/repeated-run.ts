/** Compares a stored run with another run of the same cell that found the same. Pure. */

import { withCount } from '../documents/index.ts';
import type { Output } from '../kernel/index.ts';
import type { StoredRun } from './stored-run.ts';

/** A stored run that ran again. */
export interface RepeatedRun {
  readonly cell: string;
  readonly title: string;
  /** The first difference, in words; null: there is none. */
  readonly difference: string | null;
  /** Why nothing was compared; null: all was compared. */
  readonly unknown: string | null;
}

/** The first difference between two runs, in words; null: there is none. */
export function differenceOf(before: StoredRun, after: StoredRun): string | null {
  const values = valuesOf(after);
  for (const [names, fingerprint] of valuesOf(before))
    if (values.get(names) !== fingerprint)
      return `${names} ${names.includes(',') ? 'have' : 'has'} another value`;
  if (values.size !== before.values.length) return 'it leaves values of other names';
  const files = new Map(after.files.map(({ path, sha256 }) => [path, sha256]));
  const file = before.files.find(({ path, sha256 }) => files.get(path) !== sha256);
  if (file !== undefined) return `it writes another ${file.path}`;
  return shown(before.outputs) === shown(after.outputs) ? null : 'it shows something else';
}

function valuesOf({ values }: StoredRun): ReadonlyMap<string, string> {
  return new Map(values.map(({ names, fingerprint }) => [names.join(', '), fingerprint]));
}

function shown(outputs: readonly Output[]): string {
  return JSON.stringify(withCount(outputs, null));
}
