/**
 * Patterns of `match` cases, which Lezer parses as expressions after the normalisation: the names they
 * capture and the values they evaluate.
 */
import type { SyntaxNode } from '@lezer/common';
import {
  childrenOf,
  isExpression,
  type LoweringContext,
  lowerExpression,
  lowerName,
  textAt,
} from './lower-expression.ts';
import type { Expression, NameExpression, Pattern } from './syntax.ts';

interface Collected {
  readonly captures: NameExpression[];
  readonly values: Expression[];
}

function capture(node: SyntaxNode, into: Collected, context: LoweringContext): void {
  const name = lowerName(node, context);
  if (name !== null && name.id !== '_') into.captures.push(name);
}

/** Collects from one pattern; returns whether it matches anything. */
function collect(node: SyntaxNode, into: Collected, context: LoweringContext): boolean {
  const parts = childrenOf(node).filter(isExpression);
  const each = (nodes: readonly SyntaxNode[]) => {
    for (const part of nodes) collect(part, into, context);
    return false;
  };
  switch (node.name) {
    case 'VariableName':
      capture(node, into, context);
      return true;
    case 'MemberExpression':
      into.values.push(lowerExpression(node, context));
      return false;
    case 'ParenthesizedExpression':
      return parts.length === 1 && !childrenOf(node).some((child) => child.name === '*')
        ? collect(parts[0]!, into, context)
        : each(parts);
    case 'CallExpression': {
      const [callee] = parts;
      if (callee !== undefined) into.values.push(lowerExpression(callee, context));
      const children = childrenOf(node.getChild('ArgList') ?? node);
      for (const [i, child] of children.entries()) {
        const keyword = children[i + 1]?.name === 'AssignOp';
        if (isExpression(child) && !keyword && child.from !== callee?.from) collect(child, into, context);
      }
      return false;
    }
    case 'DictionaryExpression': {
      const children = childrenOf(node);
      for (const [i, child] of children.entries()) {
        if (!isExpression(child)) continue;
        if (children[i + 1]?.name !== ':') collect(child, into, context);
        else if (child.name === 'MemberExpression') into.values.push(lowerExpression(child, context));
      }
      return false;
    }
    case 'BinaryExpression': {
      const operator = childrenOf(node).find((child) => !isExpression(child));
      const [left, right] = parts;
      if (operator === undefined || left === undefined || right === undefined) return each(parts);
      const text = textAt(operator, context);
      if (text === 'as') {
        const irrefutable = collect(left, into, context);
        capture(right, into, context);
        return irrefutable;
      }
      const [first, second] = [collect(left, into, context), collect(right, into, context)];
      return text === '|' && (first || second);
    }
    case 'TupleExpression':
    case 'ArrayExpression':
      return each(parts);
    default:
      return false;
  }
}

/** The pattern of a case: several nodes, or one with a trailing comma, are a sequence. */
export function lowerPattern(
  nodes: readonly SyntaxNode[],
  sequence: boolean,
  context: LoweringContext,
): Pattern {
  const into: Collected = { captures: [], values: [] };
  let irrefutable = !sequence && nodes.length === 1;
  for (const node of nodes) irrefutable = collect(node, into, context) && irrefutable;
  // `case *rest:` has no comma once its star is gone.
  const first = nodes[0];
  if (first !== undefined && /\*\s*$/.test(context.original.slice(0, first.from))) irrefutable = false;
  return { ...into, irrefutable };
}
