/** Finds the known name nearest to an unknown one, for messages. This file does not word whole messages. */
import { editDistance } from './edit-distance.ts';

/**
 * The candidate nearest to `name`: fewest edits, letter case ignored, up to 40 % of the name; otherwise the
 * shortest candidate that contains `name` (from 3 letters). Ties go to the earlier candidate. Null if none is
 * near.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  const wanted = name.toLowerCase();
  // Below 2 letters every name of one letter would be "near" every other.
  let limit = wanted.length < 2 ? 0 : Math.max(1, Math.round(wanted.length * 0.4));
  let found: string | null = null;
  let containing: string | null = null;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const distance = editDistance(wanted, other, limit);
    if (distance <= limit) {
      found = candidate;
      if (distance === 0) return found;
      limit = distance - 1;
    }
    if (wanted.length >= 3 && other.includes(wanted) && (containing?.length ?? Infinity) > other.length) {
      containing = candidate;
    }
  }
  return found ?? containing;
}

/**
 * The end of a message about an unknown name: `; did you mean "x"?`, otherwise a list of at most `listed`
 * candidates. Without candidates the text is empty.
 */
export function suggest(name: string, candidates: readonly string[], listed = 8): string {
  const near = nearestName(name, candidates);
  if (near !== null) return `; did you mean "${near}"?`;
  if (candidates.length === 0) return '';
  const rest = candidates.length > listed ? ` and ${candidates.length - listed} more` : '';
  return `; there is ${candidates.slice(0, listed).join(', ')}${rest}`;
}
