/** The objects made by one run of a body. It does not know names. */
import type { ParsedCell } from '../parse.ts';
import type { Range } from '../syntax.ts';
import type { AbstractObject, Value } from './objects.ts';

/** Objects made by one run of a body, by their allocation sites; and the frames of called bodies, by the call. */
export class Frame {
  readonly made = new Map<Range, Map<string, AbstractObject>>();
  readonly inner = new Map<Range, Frame>();
  readonly returned: Value[] = [];

  /** The frame of the body called at a call site. */
  at(node: Range): Frame {
    const known = this.inner.get(node) ?? new Frame();
    this.inner.set(node, known);
    return known;
  }

  /** The frame for another version of the cell: unchanged statements make the same objects again. */
  movedTo(before: ParsedCell, after: ParsedCell): Frame {
    if (before === after) return this;
    const moved = new Frame();
    for (const [from, to] of unchangedNodes(before, after)) {
      const made = this.made.get(from);
      if (made !== undefined) moved.made.set(to, made);
      const inner = this.inner.get(from);
      if (inner !== undefined) moved.inner.set(to, inner);
    }
    return moved;
  }
}

/** The syntax nodes of statements with the same text, as pairs. */
function unchangedNodes(before: ParsedCell, after: ParsedCell): Map<Range, Range> {
  const found = new Map<Range, Range>();
  let next = 0;
  for (const { text, body } of after.statements) {
    const at = before.statements.findIndex((statement, i) => i >= next && statement.text === text);
    if (at < 0) continue;
    next = at + 1;
    pair(before.statements[at]!.body, body, found);
  }
  return found;
}

/** Walks two trees of the same shape. */
function pair(a: unknown, b: unknown, found: Map<Range, Range>): void {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return;
  if ('from' in a && 'from' in b) found.set(a as Range, b as Range);
  const [left, right] = [Object.values(a), Object.values(b)];
  for (const [i, each] of left.entries()) pair(each, right[i], found);
}
