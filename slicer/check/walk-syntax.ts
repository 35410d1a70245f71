/** Visits every statement and expression of abstract syntax, in order of its text. It resolves nothing. */

import type { Expression, Statement } from '../static/syntax.ts';

/** The position of a node. */
export interface NodeContext {
  /** Whether the node is in the body of a function or lambda, and so may never run. */
  readonly inFunction: boolean;
  /** Whether the node is in a part of a loop or comprehension that runs in each turn; a function in it begins anew. */
  readonly inLoop: boolean;
  /** Whether the node is in a block of another statement, and so may not run. */
  readonly nested: boolean;
  /** Whether the node is in a `try` that handles failures. */
  readonly tried: boolean;
}

const TOP: NodeContext = { inFunction: false, inLoop: false, nested: false, tried: false };

interface Visit {
  readonly node: Expression | Statement;
  readonly context: NodeContext;
}

/** The nodes under a node in order: rules walk through the same statements, again after each edit of the notebook. */
const KNOWN = new WeakMap<object, readonly Visit[]>();

/** Calls `visit` for every node under `part`, parents first. */
export function walkSyntax(
  part: unknown,
  visit: (node: Expression | Statement, context: NodeContext) => void,
): void {
  if (Array.isArray(part)) {
    for (const each of part) walkSyntax(each, visit);
    return;
  }
  if (typeof part !== 'object' || part === null) return;
  let visits = KNOWN.get(part);
  if (visits === undefined) {
    const found: Visit[] = [];
    collect(part, TOP, found);
    KNOWN.set(part, found);
    visits = found;
  }
  for (const { node, context } of visits) visit(node, context);
}

function collect(part: object, context: NodeContext, found: Visit[]): void {
  if (Array.isArray(part)) {
    for (const each of part) if (typeof each === 'object' && each !== null) collect(each, context, found);
    return;
  }
  let inside = context;
  if (isNode(part)) {
    found.push({ node: part, context });
    if (part.type === 'function' || part.type === 'lambda')
      inside = { ...context, inFunction: true, inLoop: false };
    if (part.type === 'try' && part.handlers.length > 0) inside = { ...inside, tried: true };
    if ('body' in part && Array.isArray(part.body)) inside = { ...inside, nested: true };
  }
  const turns = TURNS[(part as { type?: string }).type ?? ''];
  for (const [key, value] of Object.entries(part)) {
    if (typeof value !== 'object' || value === null) continue;
    collect(value, turns?.test(key) ? { ...inside, inLoop: true } : inside, found);
  }
}

/** The parts that run in each turn. */
const TURNS: Readonly<Record<string, RegExp>> = {
  for: /^body$/,
  while: /^(?:test|body)$/,
  comprehension: /^elements$/,
};

function isNode(part: object): part is Expression | Statement {
  return 'type' in part && 'from' in part;
}
