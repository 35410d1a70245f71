/** A similar name of the notebook, for the message of an undefined one. */

import { nearestName } from '../words/nearest-name.ts';

/** Parts of names of data for training and tests, and of features and labels. */
const PARTS = [/train/i, /test/i, /val(?:id\w*)?/i, /dev/i, /^x(?=_|[A-Z]|t|v|$)/i, /^y(?=_|[A-Z]|t|v|$)/i];

/**
 * The nearest known name; null: none is near. Other rows or columns are never offered: `train_data` in place of
 * `test_data` would run, and give a wrong score.
 */
export function nearName(name: string, known: readonly string[]): string | null {
  // short names are similar to all others
  if (name.length < 4) return null;
  return nearestName(
    name,
    known.filter((other) => PARTS.every((part) => part.test(name) === part.test(other))),
  );
}
