/** Reads a declared place in an annotation: a parameter, a part of one, or a world location. */

import type { SyntaxNode } from '@lezer/common';
import {
  type AnnotationScope,
  childrenOf,
  readConstant,
  readSubscript,
  refuse,
  sourceOf,
} from './annotation.ts';
import type { Place } from './model.ts';

const PARTS = { Length: 'length', Each: 'each', Keys: 'keys', Leaves: 'leaves' } as const;

/** Reads a place; an unreadable one is reported, and null. */
export function readPlace(node: SyntaxNode, scope: AnnotationScope): Place | null {
  const source = sourceOf(node, scope);
  if (node.name === 'VariableName') {
    if (scope.parameters.has(source)) return { type: 'parameter', name: source };
    return refuse(node, scope, `"${source}" is no parameter of this function; name one of its parameters`);
  }
  const children = childrenOf(node);
  if (node.name === 'MemberExpression' && sourceOf(children[1], scope) === '.') {
    const of = readPlace(children[0]!, scope);
    return of && { type: 'attribute', of, name: sourceOf(children[2], scope) };
  }
  if (node.name === 'MemberExpression') {
    const [head, args] = readSubscript(node, scope);
    const [arg, ...more] = args;
    if (!arg || more.length > 0) {
      return refuse(node, scope, `"${source}": a place takes one subscript; list places with ","`);
    }
    if (head === 'World') {
      const name = readConstant(arg, scope.text);
      if (typeof name === 'string') return { type: 'world', name };
      return refuse(node, scope, 'World takes one string: World["files"]');
    }
    if (head !== null && Object.hasOwn(PARTS, head)) {
      const inner = readPlace(arg, scope);
      return inner && { type: PARTS[head as keyof typeof PARTS], of: inner };
    }
    const of = readPlace(children[0]!, scope);
    const [sign, but] = childrenOf(arg);
    if (arg.name === 'UnaryExpression' && sourceOf(sign, scope) === '~') {
      const excepted = readPlace(but!, scope);
      return of && excepted && { type: 'others', of, key: excepted };
    }
    const key = readConstant(arg, scope.text);
    const keyPlace: Place | null =
      key !== undefined ? { type: 'constant', value: key } : readPlace(arg, scope);
    return of && keyPlace && { type: 'item', of, key: keyPlace };
  }
  return refuse(
    node,
    scope,
    `"${source}" is no place; write a parameter, p.attr, p[key], p[~key], Length[p], Each[p], Keys[p], Leaves[p] or World["…"]`,
  );
}
