/**
 * Definedness between cells: what a text does to whether a name is bound, and so whether it is bound where another one begins. Within
 * a text, the flow through statements knows (name-flow.ts, definedness.ts); objects and values do not matter here.
 */

import type { StatementNames } from './names.ts';
import type { CellStatement } from './parse.ts';

/** What a text does to a name, on all ways through it or on some. */
export type BindingChange = 'binds' | 'may-bind' | 'may-unbind' | 'unbinds';

/** Whether a name is bound at a point: on every way to it, on some, on none. */
export type Definedness = 'surely' | 'perhaps' | 'not';

/** What a statement does to the names that it binds or unbinds, after what those before it did. */
export function noteChanges(
  changes: Map<string, BindingChange>,
  { deletes, mustWrite, writes }: StatementNames,
  statement: CellStatement,
): void {
  for (const name of new Set([...writes, ...mustWrite, ...deletes])) {
    const before = changes.get(name);
    if (deletes.has(name)) {
      changes.set(name, mustWrite.has(name) && !writes.has(name) ? 'unbinds' : 'may-unbind');
    } else if (mustWrite.has(name) || isEntered(statement)) changes.set(name, 'binds');
    else if (before === 'unbinds') changes.set(name, 'may-unbind');
    else changes.set(name, before ?? 'may-bind');
  }
}

/** Whether a name is bound after a text, if it was like that before. */
export function definedAfter(before: Definedness, change: BindingChange): Definedness {
  switch (change) {
    case 'binds':
      return 'surely';
    case 'unbinds':
      return 'not';
    case 'may-bind':
      return before === 'surely' ? 'surely' : 'perhaps';
    case 'may-unbind':
      return 'perhaps';
  }
}

/**
 * Unsound, static analysis only: for the bindings of the cells below, a loop counts as running at least once, and the block of a `with`
 * to its end.
 */
function isEntered({ body }: CellStatement): boolean {
  return body.length === 1 && /^(?:for|while|with)$/.test(body[0]!.type);
}
