/** The names bound by a target of an assignment or loop. */

import type { Expression } from '../static/syntax.ts';

/** `a`, `b` and `c` of `a, (b, c)`; none of subscripts and attributes. */
export function targetNames(target: Expression): string[] {
  if (target.type === 'name') return [target.id];
  return target.type === 'display' ? target.elements.flatMap(targetNames) : [];
}
