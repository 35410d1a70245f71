/** The scopes of a cell's text, computed once for each parsed cell. */

import { buildScopes } from './build-scopes.ts';
import type { ParsedCell } from './parse.ts';
import type { ScopeTree } from './scopes.ts';

const known = new WeakMap<ParsedCell, ScopeTree>();

/** The scopes of all statements of a cell. */
export function cellScopes(cell: ParsedCell): ScopeTree {
  const found = known.get(cell) ?? buildScopes(cell.statements.flatMap(({ body }) => body));
  known.set(cell, found);
  return found;
}
