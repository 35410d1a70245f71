/** The three-way merge of a list of lines. It does not know the meaning of lines. */

import { diffArrays } from 'diff';

/** A stretch of the merged text, or a conflict with both versions. */
export type MergedPart =
  | { readonly type: 'merged'; readonly lines: readonly string[] }
  | { readonly type: 'conflict'; readonly ours: readonly string[]; readonly theirs: readonly string[] };

/** A change of lines `from` to `to` (without `to`) of the base. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * Merges two versions of a base, as diff3 does: changes of one side are taken, equal changes once, and
 * changes of both sides to the same or neighbouring lines are a conflict.
 */
export function mergeLines(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): readonly MergedPart[] {
  const own = changesOf(base, ours);
  const other = changesOf(base, theirs);
  const parts: MergedPart[] = [];
  let [at, a, b] = [0, 0, 0];
  while (a < own.length || b < other.length) {
    const from = Math.min(own[a]?.from ?? Infinity, other[b]?.from ?? Infinity);
    let to = from;
    const [firstA, firstB] = [a, b];
    // (a change that touches the stretch makes the stretch longer)
    for (;;) {
      if (a < own.length && own[a]!.from <= to) to = Math.max(to, own[a++]!.to);
      else if (b < other.length && other[b]!.from <= to) to = Math.max(to, other[b++]!.to);
      else break;
    }
    parts.push({ type: 'merged', lines: base.slice(at, from) });
    const [mine, their] = [own.slice(firstA, a), other.slice(firstB, b)];
    const [left, right] = [applied(base, mine, from, to), applied(base, their, from, to)];
    if (their.length === 0 || isEqual(left, right)) parts.push({ type: 'merged', lines: left });
    else if (mine.length === 0) parts.push({ type: 'merged', lines: right });
    else parts.push({ type: 'conflict', ours: left, theirs: right });
    at = to;
  }
  parts.push({ type: 'merged', lines: base.slice(at) });
  return parts.filter((part) => part.type === 'conflict' || part.lines.length > 0);
}

function changesOf(base: readonly string[], now: readonly string[]): Change[] {
  const changes: Change[] = [];
  let at = 0;
  let open: { from: number; to: number; lines: string[] } | null = null;
  for (const { value, added, removed } of diffArrays([...base], [...now])) {
    if (added !== true && removed !== true) {
      open = null;
      at += value.length;
      continue;
    }
    if (open === null) {
      open = { from: at, to: at, lines: [] };
      changes.push(open);
    }
    if (added === true) open.lines.push(...value);
    else {
      at += value.length;
      open.to = at;
    }
  }
  return changes;
}

function applied(base: readonly string[], changes: readonly Change[], from: number, to: number): string[] {
  const lines: string[] = [];
  let at = from;
  for (const change of changes) {
    lines.push(...base.slice(at, change.from), ...change.lines);
    at = change.to;
  }
  return [...lines, ...base.slice(at, to)];
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, i) => line === b[i]);
}
