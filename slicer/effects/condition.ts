/** Reads the condition of an effect: `inplace`, `p is None`, `p == 'const'`, with `not`, `and`, `or`. */

import type { SyntaxNode } from '@lezer/common';
import { type AnnotationScope, childrenOf, readConstant, sourceOf } from './annotation.ts';
import type { Condition, Constant } from './model.ts';

/** Reads a condition; an unreadable one is reported, and holds. */
export function readCondition(node: SyntaxNode, scope: AnnotationScope): Condition {
  const children = childrenOf(node);
  const source = sourceOf(node, scope);
  if (node.name === 'ParenthesizedExpression') return readCondition(children[1]!, scope);
  if (isArgument(node)) return { type: 'truthy', parameter: parameterOf(node, scope) };
  if (node.name === 'UnaryExpression' && children[0]?.name === 'not') return negateFirst(children[1]!, scope);
  if (node.name === 'BinaryExpression') {
    const operator = children
      .slice(1, -1)
      .map((child) => sourceOf(child, scope))
      .join(' ');
    const [left, right] = [children[0]!, children[children.length - 1]!];
    if (operator === 'and' || operator === 'or') {
      return { type: operator, conditions: [readCondition(left, scope), readCondition(right, scope)] };
    }
    const test = readComparison(left, operator, right, scope);
    if (test) return test;
  }
  scope.report(
    node,
    `"${source}" is no condition; write p, p is None, p == 'const', p in ('a', 'b'), not, and, or`,
  );
  return { type: 'and', conditions: [] };
}

function readComparison(
  left: SyntaxNode,
  operator: string,
  right: SyntaxNode,
  scope: AnnotationScope,
): Condition | null {
  if (!isArgument(left)) return null;
  const parameter = parameterOf(left, scope);
  const negated = operator === 'is not' || operator === '!=' || operator === 'not in';
  let test: Condition;
  if (operator === 'is' || operator === 'is not') {
    if (right.name !== 'None') return null;
    test = { type: 'none', parameter };
  } else if (operator === '==' || operator === '!=') {
    const value = readConstant(right, scope.text);
    if (value !== undefined) test = { type: 'equal', parameter, value };
    else if (isArgument(right)) test = { type: 'same', parameter, other: parameterOf(right, scope) };
    else return null;
  } else if ((operator === 'in' || operator === 'not in') && right.name === 'TupleExpression') {
    const values = childrenOf(right).filter((child) => !'(),'.includes(child.name));
    const constants = values.map((value) => readConstant(value, scope.text));
    if (constants.some((value) => value === undefined)) return null;
    test = {
      type: 'or',
      conditions: constants.map((value) => ({ type: 'equal', parameter, value: value as Constant })),
    };
  } else return null;
  return negated ? { type: 'not', condition: test } : test;
}

/** The grammar reads `not a and b` as `not (a and b)`; Python's `not` binds tighter: negate the first operand. */
function negateFirst(node: SyntaxNode, scope: AnnotationScope): Condition {
  const children = childrenOf(node);
  const operator = node.name === 'BinaryExpression' ? sourceOf(children[1], scope) : '';
  if (operator === 'and' || operator === 'or') {
    return {
      type: operator,
      conditions: [negateFirst(children[0]!, scope), readCondition(children[2]!, scope)],
    };
  }
  return { type: 'not', condition: readCondition(node, scope) };
}

/** A parameter or an attribute of one: `inplace`, `self.copy`. */
function isArgument(node: SyntaxNode): boolean {
  const [base, dot] = childrenOf(node);
  return (
    node.name === 'VariableName' ||
    (node.name === 'MemberExpression' && dot?.name === '.' && isArgument(base!))
  );
}

function parameterOf(node: SyntaxNode, scope: AnnotationScope): string {
  const name = sourceOf(node, scope);
  const [root] = name.split('.', 1);
  if (!scope.parameters.has(root!)) {
    scope.report(node, `"${root}" is no parameter of this function; name one of its parameters`);
  }
  return name;
}
