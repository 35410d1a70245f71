/** Visits every statement and expression of a piece of abstract syntax, in order of its text. It resolves nothing. */

import type { Expression, Statement } from '../static/syntax.ts';

/** Where a node stands. */
export interface NodeContext {
  /** In the body of a function or lambda: it may never run. */
  readonly inFunction: boolean;
  /** In a block of another statement: it may not run. */
  readonly nested: boolean;
  /** In a `try` that handles failures. */
  readonly tried: boolean;
}

const TOP: NodeContext = { inFunction: false, nested: false, tried: false };

/** Calls `visit` for every node under `part`, parents first. */
export function walkSyntax(
  part: unknown,
  visit: (node: Expression | Statement, context: NodeContext) => void,
  context: NodeContext = TOP,
): void {
  if (Array.isArray(part)) {
    for (const each of part) walkSyntax(each, visit, context);
    return;
  }
  if (typeof part !== 'object' || part === null) return;
  let inside = context;
  if (isNode(part)) {
    visit(part, context);
    if (part.type === 'function' || part.type === 'lambda') inside = { ...context, inFunction: true };
    if (part.type === 'try' && part.handlers.length > 0) inside = { ...inside, tried: true };
    if ('body' in part && Array.isArray(part.body)) inside = { ...inside, nested: true };
  }
  for (const value of Object.values(part)) if (typeof value === 'object') walkSyntax(value, visit, inside);
}

function isNode(part: object): part is Expression | Statement {
  return 'type' in part && 'from' in part;
}
