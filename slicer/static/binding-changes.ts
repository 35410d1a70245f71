/**
 * Definedness between cells: how a text changes whether names are bound, and so whether a name is bound at
 * the start of another text. The interpreter covers the inside of a text; objects
 * and values do not matter here.
 */

import type { StatementNames } from './interpreter/name-uses.ts';
import type { CellStatement } from './parse.ts';

/** The effect of a text on a name's binding, on all paths through the text or on some. */
export type BindingChange = 'binds' | 'may-bind' | 'may-unbind' | 'unbinds';

/** Whether a name is bound at a point: on every path to the point, on some, on none. */
export type Definedness = 'surely' | 'perhaps' | 'not';

/** Adds a statement's binding changes to the changes of the statements before. */
export function noteChanges(
  changes: Map<string, BindingChange>,
  { deletes, mustWrite, writes }: Pick<StatementNames, 'deletes' | 'mustWrite' | 'writes'>,
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

/** Whether a name is bound after a text, from its definedness before and the text's change. */
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
